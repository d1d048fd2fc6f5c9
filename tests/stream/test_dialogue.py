"""Turns, interruptions, timeouts and rewards, byte by byte, against rows of the Round 1 reference."""

from dataclasses import replace

import pytest
from tests.stream.knowing import Player, right, wrong
from tests.stream.test_anchors import switches
from tests.stream.transcripts import Steered, play, rows, steer, world_of

from gradus.stream import TASKS, Curriculum, World
from gradus.stream.task import no_feedback


def same(name, text, hidden=None, **changes):
    wanted = rows(text)
    assert str(steer(name, wanted, hidden, **changes)) == str(wanted)


# Golden streams of task 7.1.


def test_first_wrong_then_right():
    same(
        "micro7.1",
        """
        In  |say: h. false! h.;say: s. correct! s.;
        Out |      q.                s.
        Rew |       -                 +
        """,
    )


def test_a_leading_space_is_fatal():
    same(
        "micro7.1",
        """
        In  |say: h.  false! h.;say: j.
        Out |       h.
        Rew |        -
        """,
    )


def test_one_column_too_early_is_punished():
    same(
        "micro7.1",
        """
        In  |say: h.
        Out |     k
        Rew |     -
        """,
    )


def test_an_answer_may_come_late():
    """Waiting before the answer makes it begin with spaces; waiting is free, but the answer is then wrong."""
    same(
        "micro7.1",
        """
        In  |say: h.      false! h.;
        Out |            .
        Rew |            -
        """,
    )


def test_wrong_answers_of_variable_length_are_judged_at_the_length_of_the_right_one():
    same(
        "micro5.7",
        """
        In  |9.  75.;1. 5.;
        Out | 7.      7.
        Rew |   -      -
        """,
        [(("9", "75."), ("1", "5."))],
    )


def test_a_too_long_answer_is_cut_and_the_rest_interrupts():
    same(
        "micro5.7",
        """
        In  |1. 5.;9.
        Out | 75.
        Rew |  --
        """,
        [(("9", "75."), ("1", "5."))],
    )


def test_any_byte_is_an_answer_in_task_1():
    world = world_of(TASKS.get("micro1"))
    assert play(world, "".join(map(chr, (0, 10, 200, 255)))).rewards == "----"


def test_silence_while_the_world_speaks_costs_nothing_anything_else_one_each():
    world = world_of(TASKS.get("micro7.1"))
    assert play(world, "ab c\n\xff ").rewards == "-- --- "[:7]


# Speaking inside an instance, and on its last feedback byte.


def after_right_answers(name, n, seed=3):
    world = world_of(TASKS.get(name), seed=seed)
    player = Player(world)
    while world.dialogue.questions < n:
        player.step()
    return world, player


def test_5_1_the_reply_to_the_last_feedback_byte_is_free_only_at_the_end_of_an_instance():
    world, _ = after_right_answers("micro5.1", 9)
    assert world.step(ord("x"))[1] == -1
    world, _ = after_right_answers("micro5.1", 10)
    assert world.ticket.serial == 0 and not world.outcomes
    assert world.step(ord("x"))[1] == 0
    assert world.ticket.serial == 1 and world.outcomes[0].solved


def test_7_1_earlier_bytes_of_the_last_feedback_are_still_in_turn_of_the_world():
    world, _ = after_right_answers("micro7.1", 10)
    feedback = len("correct! x.;")
    rewards = [world.step(ord("x"))[1] for _ in range(feedback)]
    assert rewards == [-1] * (feedback - 1) + [0]
    assert world.ticket.serial == 1
    assert world.outcomes[0].reward == 10 - (feedback - 1)
    assert world.outcomes[0].solved, "what is said after the last answer changes no result"


@pytest.mark.parametrize("name", ["micro1", "micro2", "micro3", "micro4"])
def test_without_feedback_the_next_instance_begins_in_the_very_next_byte(name):
    world = world_of(TASKS.get(name))
    player = Player(world)
    for _ in range(35):
        player.step()
        assert player.reward == 1
    assert [outcome.steps for outcome in world.outcomes] == [10, 10, 10]


# Timeouts that coincide with an answer.


def at_timeout(name, max_time, text, hidden=None):
    wanted = rows(text)
    steered = Steered(TASKS.get(name).with_(max_time=max_time), wanted.heard, hidden)
    world = world_of(steered.task)
    played = play(world, wanted.said, steered.at)
    assert str(played) == str(wanted)
    return world


def test_an_answer_completed_in_the_timeout_call_is_judged_and_no_orphan_question_follows():
    world = at_timeout(
        "micro7.1",
        10,
        """
        In  |say: e.   false! e.;say: z.
        Out |        w.
        Rew |         -
        Sw  |                    ^
        """,
    )
    assert (world.outcomes[0].reason, world.outcomes[0].extras["questions"]) == ("timeout", 1)


def test_a_right_answer_in_the_timeout_call_is_paid():
    world = at_timeout(
        "micro7.1",
        8,
        """
        In  |say: e. correct! e.;say: z.
        Out |      e.
        Rew |       +
        Sw  |                    ^
        """,
    )
    assert (world.outcomes[0].reason, world.outcomes[0].reward) == ("timeout", 1)


def test_the_timeout_byte_may_complete_the_winning_streak():
    task = TASKS.get("micro7.1").with_(streak=1, max_time=8)
    world = world_of(task)
    Player(world).run(instances=1)
    assert world.outcomes[0].reason == "solved"


def test_without_feedback_a_timeout_switches_in_the_same_call():
    world = world_of(TASKS.get("micro4").with_(max_time=5))
    player = Player(world)
    for _ in range(20):
        player.step()
        assert player.reward == 1
    assert [(o.steps, o.reason, o.reward) for o in world.outcomes] == [(5, "timeout", 5)] * 4


def test_a_busy_queue_postpones_the_timeout():
    world = world_of(TASKS.get("micro7.1").with_(max_time=3))
    places, heard, _ = switches(world, 30)
    assert places == [7, 14, 21, 28]
    assert heard.count(b"say: ") == 4


# Mini-tasks.

MINI_1 = [("DX", "DXRDXDXDXDX", False), ("A", "AA", True)]


def test_mini_right():
    same(
        "mini1",
        """
        In  |description: DX; verify: DXRDXDXDXDX.     congratulations. d
        Out |                                    false.
        Rew |                                                          +
        Sw  |                                                           ^
        """,
        MINI_1,
    )


def test_mini_a_full_stop_while_the_teacher_talks_fails_the_instance():
    same(
        "mini1",
        """
        In  |description: DX; verify: DXRDXDXDXDX.Wrong. The right answer is: false. d
        Out |                          .
        Rew |
        Sw  |                                                                        ^
        """,
        MINI_1,
    )


def test_mini_a_full_stop_during_the_praise_overturns_success():
    same(
        "mini1",
        """
        In  |description: DX; verify: DXRDXDXDXDX.     bravo.Wrong. The right answer is: false. d
        Out |                                    false.  .
        Rew |
        Sw  |                                                                                   ^
        """,
        MINI_1,
    )


def test_mini_with_the_switch_off_a_full_stop_out_of_turn_is_blanked_like_everything_else():
    same(
        "mini1",
        """
        In  |description: DX; verify: DXRDXDXDXDX.     bravo. d
        Out |      abc  false.                   false.  .  ..
        Rew |                                                +
        Sw  |                                                 ^
        """,
        MINI_1,
        interruption_fails=False,
    )


def test_mini_junk_before_the_answer_is_accepted_and_waiting_is_free():
    world = world_of(replace(TASKS.get("mini1"), drawing=lambda pick, origin: MINI_1[0]))
    played = play(world, " noise fal" + " " * 27 + "   xyz+ -false." + "q" * 17)
    assert played.rewards.count("+") == 1 and "-" not in played.rewards
    assert world.outcomes[0].solved


def test_mini_what_was_said_while_the_teacher_talked_is_not_part_of_the_answer():
    world = world_of(replace(TASKS.get("mini1"), drawing=lambda pick, origin: MINI_1[0]))
    text = "description: DX; verify: DXRDXDXDXDX."
    play(world, ("fal".rjust(len(text) - 1) + "se.").ljust(len(text) + 40))
    assert (world.outcomes[0].solved, world.outcomes[0].reason) == (False, "failed")


@pytest.mark.parametrize("said, solved", [("true.", True), ("false.", False), ("true", False)])
def test_mini_an_answer_completed_in_the_timeout_call_is_judged(said, solved):
    task = replace(TASKS.get("mini1"), drawing=lambda pick, origin: ("A", "AA", True))
    text = "description: A; verify: AA."
    world = world_of(task.with_(max_time=len(text) + len(said) - 1))
    played = play(world, (" " * (len(text) - 1) + said).ljust(90))
    assert world.outcomes[0].solved is solved
    assert world.outcomes[0].reason == {"true.": "solved", "false.": "failed", "true": "timeout"}[said]
    assert played.heard.count("Wrong. The right answer is: true.") == (0 if solved else 1)


def test_mini_only_the_first_full_stop_is_judged():
    world = world_of(replace(TASKS.get("mini1"), drawing=lambda pick, origin: ("A", "AA", True)))
    text = "description: A; verify: AA."
    play(world, (" " * (len(text) - 1) + "fal.true.").ljust(90))
    assert not world.outcomes[0].solved and world.outcomes[0].extras["questions"] == 1


def test_mini_failure_pays_nothing_and_nothing_is_ever_negative():
    world = world_of(TASKS.get("mini5"))
    total = 0
    player = Player(world, wrong)
    for _ in range(1000):
        player.step()
        total += abs(player.reward)
    assert total == 0 and len(world.outcomes) > 5


# Rewards: never lost, booked where they were earned, capped only when positive.


def test_a_reward_that_comes_with_an_empty_text_is_delivered():
    """The reference lost it: no feedback, so the instance switched before the reward was looked at."""
    mute = replace(TASKS.get("mini1"), reacting=no_feedback)
    for rest in (0, 1):
        world = world_of(mute.with_(rest=rest))
        player, total = Player(world), 0
        while len(world.outcomes) < 5:
            player.step()
            total += player.reward
        assert total == 5 == sum(outcome.reward for outcome in world.outcomes)


@pytest.mark.parametrize("name, last_reward", [("micro4", 1), ("micro7.1", 0), ("mini1", 1)])
def test_the_last_reward_of_a_run_is_delivered_with_a_silent_byte(name, last_reward):
    world = World(Curriculum("one", {name: TASKS.get(name)}, settings={"success_threshold": 2}))
    player = Player(world)
    total = 0
    while not world.finished:
        player.step()
        total += player.reward
    assert (player.byte, player.reward) == (32, last_reward)
    assert total == sum(outcome.reward for outcome in world.outcomes) == (20 if "micro" in name else 2)
    assert world.task is None


def test_the_last_byte_of_a_scrambled_run_is_scrambled_silence():
    one = Curriculum("one", {"micro4": TASKS.get("micro4")}, settings={"success_threshold": 1})
    world = World(one, seed=1, scramble="all")
    dialogue_key = world.scrambler.table
    byte, _ = world.step(None)
    while not world.finished:
        byte, _ = world.step(byte)  # task 4: the same character is the right answer in any key
    assert byte == dialogue_key[32] != 32


def test_rewards_are_booked_on_the_task_that_earned_them():
    names = ("micro4", "mini1", "micro4b")
    tasks = {name: TASKS.get(name.removesuffix("b")) for name in names}
    world = World(Curriculum("mixed", tasks, settings={"success_threshold": 2}))
    Player(world, lambda task, *rest: right(task.removesuffix("b"), *rest)).run()
    earned = {name: sum(o.reward for o in world.outcomes if o.ticket.task == name) for name in names}
    assert earned == {"micro4": 20, "mini1": 2, "micro4b": 20}


def test_the_cap_swallows_only_what_a_task_would_pay():
    world = world_of(TASKS.get("micro4"), reward_cap=13)
    player = Player(world)
    rewards = []
    for _ in range(40):
        player.step()
        rewards.append(player.reward)
    assert rewards == [1] * 13 + [0] * 27
    assert [outcome.reward for outcome in world.outcomes] == [10, 3, 0, 0]
    player.policy = wrong
    player.step()
    assert player.reward == -1
    player.policy = right
    player.step()
    player.step()
    assert player.reward == 0, "the cap is on the sum: one was taken, one may be paid again"


def test_the_cap_counts_per_task_id():
    tasks = {name: TASKS.get("micro4") for name in ("a", "b")}
    curriculum = Curriculum("twins", tasks, settings={"success_threshold": 1})
    world = World(curriculum, reward_cap=4)
    Player(world, lambda task, *rest: right("micro4", *rest)).run()
    assert [(o.ticket.task, o.reward) for o in world.outcomes] == [("a", 4), ("b", 4)]


def test_the_penalty_for_interrupting_can_be_switched_off_but_the_streak_is_still_lost():
    world = world_of(TASKS.get("micro5.1").with_(penalty=0))
    player = Player(world)
    while world.dialogue.questions < 9:
        player.step()
    assert world.step(ord("x"))[1] == 0
    player.run(instances=1)
    assert world.outcomes[0].extras["questions"] == 19


def test_an_answer_can_be_as_long_as_the_learner_likes():
    world = world_of(TASKS.get("micro7.1").with_(max_time=5000))
    player = Player(world, lambda *_: "x" * 4000 + ".")
    for _ in range(4100):
        player.step()
    assert world.dialogue.questions == 1


def test_a_terminator_of_two_characters():
    task = TASKS.get("micro7.1").with_(terminator="!?", separator=" / ")
    played = play(world_of(task, seed=4), " " * 30)
    letter = played.heard[5]
    assert played.heard == f"say: {letter}!?".ljust(30)
    said = " " * 7 + f"{letter}!?"
    played = play(world_of(task, seed=4), said.ljust(22))
    assert played.rewards.rstrip() == " " * 9 + "+"
    assert played.heard[10:22] == f"correct! {letter}!?"[:12]


def test_spaces_at_the_end_of_a_question_may_be_spoken_over_but_are_not_yet_the_learners_turn():
    """No task of the curriculum ends a question so; a variant may."""
    same(
        "micro5.3",
        """
        In  |8.   5;9.
        Out |xxxx5
        Rew |-   +
        """,
        [(("8", "5"), ("9", "4"))],
        input_separator=".   ",
    )
