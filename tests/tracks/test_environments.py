"""Gymnasium behaviour: single and vector, seeds, tickets, ends, bad input."""

import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from gradus.school import Outcome, Ticket, UserError
from gradus.teachers import make as make_teacher
from gradus.tracks import bodies, make, task_space

IDS = ("gradus/StumpTracks-v0", "gradus/Parkour-v0")


def actions(env, count, seed=0):
    rng = np.random.default_rng(seed)
    return rng.uniform(-1, 1, (count, *env.action_space.shape)).astype(np.float32)


# Speeds and distances have no bound, so the space says none, as the original's does.
@pytest.mark.filterwarnings("ignore:.*A Box observation space m(in|ax)imum value is:UserWarning")
@pytest.mark.parametrize("env_id", IDS)
def test_the_checker_of_gymnasium_is_content(env_id):
    check_env(gymnasium.make(env_id, render_mode="rgb_array").unwrapped)


@pytest.mark.parametrize("env_id", IDS)
def test_make_vec_gives_the_native_vector_environment(env_id):
    env = gymnasium.make_vec(env_id, num_envs=3, body="small_bipedal", threads=2)
    observation, info = env.reset(seed=0)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert observation in env.observation_space
    assert info["task"].shape == (3, env.unwrapped.task_space.dimension)  # type: ignore[attr-defined]
    env.close()


@pytest.mark.parametrize("track", ["stump", "parkour"])
def test_results_do_not_depend_on_batch_size_or_threads(track):
    space = task_space(track)
    tickets = [Ticket(space.sample(np.random.default_rng(i)), 5, i, 0) for i in range(9)]
    ours = np.random.default_rng(1).uniform(-0.5, 0.5, (60, 2, 4)).astype(np.float32)

    def play(lanes, threads):
        """What the first two lanes see while all lanes move."""
        env = make(
            track,
            num_envs=lanes,
            threads=threads,
            body="small_bipedal",
            tickets=tickets[:lanes],
            autoreset_mode="Disabled",
        )
        rows = [env.reset()[0][:2]]
        for action, first in zip(actions(env, 60), ours, strict=True):
            action[:2] = first
            rows.append(env.step(action)[0][:2])
        return np.array(rows)

    alone = play(2, 1)
    assert np.array_equal(alone, play(9, 1))
    assert np.array_equal(alone, play(9, 2))


def test_single_and_vector_agree_bit_for_bit():
    single, many = make("stump", tickets=[(1.5, 2.0)]), make("stump", num_envs=1, tickets=[(1.5, 2.0)])
    alone, _ = single.reset(seed=7)
    batch, _ = many.reset(seed=7)
    assert np.array_equal(alone, batch[0])
    for action in actions(many, 300):
        alone, reward, terminated, truncated, info = single.step(action[0])
        batch, rewards, ends, cuts, infos = many.step(action)
        assert (reward, terminated, truncated) == (rewards[0], ends[0], cuts[0])
        if terminated or truncated:
            assert np.array_equal(infos["final_obs"][0], alone)
            assert infos["final_info"]["return"][0] == info["return"]
            alone, _ = single.reset()
        assert np.array_equal(alone, batch[0])


def test_the_same_seed_gives_the_same_episode_and_another_seed_another():
    env = make("parkour", body="spider")
    first, info = env.reset(seed=3)
    env.reset()
    again, info_again = env.reset(seed=3)
    other, _ = env.reset(seed=4)
    assert np.array_equal(first, again) and np.array_equal(info["task"], info_again["task"])
    assert not np.array_equal(first, other)


def test_truncation_after_the_limit_and_never_without_one():
    env = make("stump", body="fish", max_steps=30)
    env.reset(seed=0)
    ends = [env.step(np.zeros(4))[2:4] for _ in range(30)]
    assert ends == [(False, False)] * 29 + [(False, True)]
    assert env.outcome.reason == "truncated" and env.outcome.extras == {"end": "limit"}
    assert make("stump").options.max_steps == 2000


def test_a_fall_costs_a_hundred_and_ends_the_episode():
    env = make("stump", body="classic_bipedal", tickets=[(0.0, 6.0)])
    env.reset(seed=0)
    total = 0.0
    for action in actions(env, 60).repeat(12, axis=0):
        _, reward, terminated, _, info = env.step(action)
        total += reward
        if terminated:
            break
    assert terminated and reward == -100.0 and info["success"] is False
    assert info["return"] == pytest.approx(total)
    assert env.outcome.reason == "failed"


class Teacher:
    """Remembers the order of calls."""

    def __init__(self, tickets=10**9):
        self.calls, self.left = [], tickets

    def issue(self):
        if self.left == 0:
            self.calls.append("none")
            return None
        self.left -= 1
        serial = sum(call[0] == "issue" for call in self.calls)
        self.calls.append(("issue", serial))
        return Ticket((0.5, 4.0), 0, serial, serial)

    def observe(self, outcome: Outcome):
        self.calls.append(("observe", outcome.ticket.serial))


def test_all_ended_lanes_are_observed_in_order_before_new_tickets_are_issued():
    teacher = Teacher()
    env = make("stump", num_envs=3, tickets=teacher, body="fish", max_steps=5, threads=2)
    env.reset()
    for action in actions(env, 5):
        env.step(action)
    first = [("issue", i) for i in range(3)]
    assert teacher.calls == [
        *first,
        *[("observe", i) for i in range(3)],
        *[("issue", i) for i in range(3, 6)],
    ]


def test_a_lane_without_a_ticket_stays_idle():
    teacher = Teacher(tickets=3)
    env = make("stump", num_envs=2, tickets=teacher, body="fish", max_steps=4)
    env.reset()
    idle = [env.step(action)[4]["idle"].tolist() for action in actions(env, 9)]
    assert idle[3] == [False, True] and idle[-1] == [True, True] and env.finished
    alone = make("stump", tickets=Teacher(tickets=0))
    with pytest.raises(UserError, match="no further ticket"):
        alone.reset()


def test_a_real_teacher_learns_from_its_tickets():
    space = task_space("stump")
    teacher = make_teacher("random", space, 1)
    env = make("stump", num_envs=2, tickets=teacher, body="fish", max_steps=3)
    env.reset()
    for action in actions(env, 6):
        env.step(action)
    assert [row["serial"] for row in teacher.state()["open"]] == [4, 5]


def test_next_step_autoreset_follows_gymnasium():
    env = make("stump", num_envs=2, body="fish", max_steps=3, autoreset_mode="NextStep")
    env.reset(seed=0)
    seen = [env.step(action) for action in actions(env, 8)]
    assert [step[3].tolist()[0] for step in seen] == [False, False, True, False, False, False, True, False]
    assert seen[3][1].tolist() == [0.0, 0.0]
    steady = make("stump", num_envs=2, body="fish", max_steps=3, autoreset_mode="Disabled")
    steady.reset(seed=0)
    for action in actions(steady, 4):
        _, rewards, _, truncated, _ = steady.step(action)
    assert truncated.all() and not rewards.any()
    steady.reset(options={"reset_mask": np.array([True, False])})
    assert steady.step(actions(steady, 1)[0])[3].tolist() == [False, True]


def test_a_ticket_plays_the_same_instance_again():
    env = make("stump", body="small_bipedal")
    env.reset(seed=11)
    env.reset()
    ticket = env.ticket
    first = [env.step(action)[0] for action in actions(env, 5)]
    again = make("stump", body="small_bipedal", tickets=ticket)
    again.reset(seed=99)
    assert again.ticket == ticket
    assert np.array_equal(first, [again.step(action)[0] for action in actions(again, 5)])


@pytest.mark.parametrize("track", ["stump", "parkour"])
def test_state_and_restore_stand_exactly_there(track):
    env = make(track, num_envs=3, body="classic_bipedal", max_steps=40)
    env.reset(seed=2)
    plan = actions(env, 120)
    for action in plan[:70]:
        env.step(action)
    state = env.state()
    went_on = [env.step(action)[0] for action in plan[70:]]
    other = make(track, num_envs=3, body="classic_bipedal", max_steps=40)
    other.restore(state)
    assert np.array_equal(went_on, [other.step(action)[0] for action in plan[70:]])
    with pytest.raises(UserError, match="3 lanes, not 2"):
        make(track, num_envs=2, body="classic_bipedal").restore(state)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"body": "classic_bipedle"}, "no body named 'classic_bipedle'. Did you mean 'classic_bipedal'?"),
        ({"body": "spider", "body_options": {"legs": 3}}, "has no option 'legs'"),
        ({"body": "millipede", "body_options": {"segments": 99}}, "segments: 99 is not between 1 and 24"),
        ({"rules": "strict"}, "rules must be one of reference, repaired, not 'strict'"),
        ({"lidar": "laser"}, "lidar must be one of"),
        ({"space": "tiny"}, "no task space 'tiny'"),
        ({"tickets": [(1.0, float("nan"))]}, "obstacle_spacing = nan is outside"),
        ({"tickets": [(99.0, 1.0)]}, "stump_height = 99.0 is outside"),
        ({"tickets": [(1.0,)]}, "has 2 numbers"),
        ({"tickets": "hard"}, "tickets must be a teacher"),
        ({"max_steps": -1}, "max_steps must be"),
        ({"push": float("inf")}, "push must be a finite number"),
        ({"bodie": "spider"}, "has no option 'bodie'. Did you mean 'body'?"),
        ({"num_envs": 0}, "num_envs must be a whole number from 1"),
        ({"num_envs": 2, "threads": 0}, "threads must be a whole number from 1"),
        ({"num_envs": 2, "autoreset_mode": "Never"}, "autoreset_mode must be one of"),
        ({"render_mode": "ascii"}, "render_mode must be"),
    ],
)
def test_bad_options_get_one_clear_sentence(options, sentence):
    with pytest.raises(UserError) as caught:
        make("stump", **options)
    assert sentence in str(caught.value)


def test_a_body_must_fit_under_the_ceiling():
    tall = (0.0, 0.0, 0.0, 0.0, 0.25, 0.0, 1.0, 100.0)
    env = make("parkour", body="big_quadru", tickets=[tall])
    with pytest.raises(UserError, match=r"4\.13 m high and does not fit under a ceiling of 2\.00 m"):
        env.reset()


@pytest.mark.parametrize(
    "action", [np.zeros((2, 3)), np.zeros(4), np.full((2, 4), np.nan), [["a"] * 4] * 2, np.zeros((3, 4))]
)
def test_bad_actions_are_refused_and_the_batch_keeps_working(action):
    env, twin = (make("stump", num_envs=2, tickets=[(1.0, 3.0)]) for _ in range(2))
    env.reset(seed=0)
    twin.reset(seed=0)
    with pytest.raises(UserError):
        env.step(action)
    good = actions(env, 1)[0]
    assert np.array_equal(env.step(good)[0], twin.step(good)[0])


def test_use_before_reset_after_the_end_and_after_close():
    env = make("stump", body="fish", max_steps=1)
    with pytest.raises(UserError, match="call reset"):
        env.step(np.zeros(4))
    env.reset(seed=0)
    env.step(np.zeros(4))
    with pytest.raises(UserError, match="call reset"):
        env.step(np.zeros(4))
    env.close()
    with pytest.raises(UserError, match="has been closed"):
        env.reset()
    many = make("stump", num_envs=2)
    many.reset(seed=0)
    many.close()
    with pytest.raises(UserError, match="has been closed"):
        many.step(np.zeros((2, 4)))


def test_a_ticket_that_cannot_be_played_costs_only_its_lane():
    class Bad(Teacher):
        def issue(self):
            ticket = super().issue()
            return Ticket((1.0, float("nan")), 0, ticket.serial, 0) if ticket.serial == 2 else ticket

    env = make("stump", num_envs=2, tickets=Bad(), body="fish", max_steps=3)
    env.reset()
    plan = actions(env, 8)
    with pytest.raises(UserError, match="nan"):
        for action in plan[:3]:
            env.step(action)
    assert env.step(plan[3])[4]["idle"].tolist() == [True, True] or env.playing[1] is None
    env.reset()
    assert not env.step(plan[4])[4]["idle"].any()


@pytest.mark.parametrize("body", bodies.NAMES)
@pytest.mark.parametrize("track", ["stump", "parkour"])
def test_every_body_plays_on_both_tracks_under_both_rules(track, body):
    for rules in ("reference", "repaired"):
        env = make(track, num_envs=2, body=body, rules=rules, movable_creepers=track == "parkour")
        observation, _ = env.reset(seed=1)
        for action in actions(env, 40):
            observation, rewards, *_ = env.step(action)
            assert np.isfinite(observation).all() and np.isfinite(rewards).all()


FORKS = """
import os
import numpy as np
from tests.tracks.test_environments import actions, make

env = make("stump", num_envs=4, threads=2, body="fish", max_steps=0)
env.reset(seed=0)
action = actions(env, 1)[0]
env.step(action)
child = os.fork()
if child == 0:
    os._exit(0 if np.isfinite(env.step(action)[0]).all() else 1)
raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def test_a_forked_process_goes_on_alone():
    """In a process of its own: others of this one may have started JAX, whose threads do not bear a fork."""
    folder = Path(__file__).parents[2]
    assert subprocess.run([sys.executable, "-c", FORKS], cwd=folder, check=False).returncode == 0


def test_python_threads_take_turns():
    from concurrent.futures import ThreadPoolExecutor

    env = make("stump", num_envs=4, threads=2, body="fish", max_steps=0)
    env.reset(seed=0)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: env.lanes.batch.step(np.zeros((4, 4), dtype=np.float32)), range(40)))
    assert env.lanes.steps.tolist() == [40] * 4
