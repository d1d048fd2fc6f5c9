"""People as learners: a plain terminal, a pipe, and the full screen."""

import asyncio
import os
import pty
import re
import select
import subprocess
import sys
import threading
import time

import pytest

from gradus.learners import Lesson, replay
from gradus.school import RunFolder, Teacher, UserError
from gradus.stream import World, make
from gradus.stream.play import PlainPerson, Tape, help_text, progress, space_is_silence

GRADUS = [sys.executable, "-m", "gradus"]


def a_world(task="micro5.1", **options):
    return World(make("round1").only(task), 1, **options)


def play_lines(lines, world=None, reveal=False, **limits):
    shown = []
    world = world or a_world()
    person = PlainPerson(world, iter(lines), shown.append, reveal)
    results = Lesson(world, person, **limits).run()
    return person, results, "\n".join(shown)


def test_everything_typed_is_said_byte_by_byte_and_an_empty_line_is_silence():
    person, results, _ = play_lines(["ab", "", ":skip 3", "::x", ":quit"])
    assert bytes(person.tape.said) == b"ab    :x"
    assert results.reason == "the person quit"


def test_the_rows_are_aligned_with_the_reward_under_the_byte_that_earned_it():
    tape = Tape()
    for byte, reward, said in (
        (b"s", 0, b" "),
        (b".", 0, b"q"),
        (b"f", -1, b" "),
        (b"\x07", 0, b"h"),
        (b" ", 1, b""),
    ):
        tape.hear(byte[0], reward)
        if said:
            tape.say(said[0])
    assert tape.latest(80).splitlines() == ["In  |s.f·", "Out | q h_", "Rew | - +"]
    assert tape.latest(2).splitlines() == ["In  |·", "Out |h_", "Rew |+"]
    assert (tape.score, tape.gained, tape.lost, tape.steps) == (0, 1, 1, 5)


def test_a_long_tape_forgets_its_beginning_but_not_its_score():
    tape = Tape()
    for step in range(50_000):
        tape.hear(65, 1 if step else 0)
        tape.say(66)
    assert len(tape.heard) <= 40_000
    assert len(tape.heard) == len(tape.said) == len(tape.rewards) + 1
    assert (tape.steps, tape.score) == (50_000, 49_999)


def test_waiting_for_the_world():
    person, _, _ = play_lines([":until .", "x", ":quit"], a_world("micro7.1"))
    heard = bytes(person.tape.heard)
    assert heard[heard.index(b".")] == ord(".")
    assert bytes(person.tape.said) == b" " * heard.index(b".") + b"x"
    person, _, shown = play_lines([":ask .", "x.", "y.", ":quit"], a_world("micro7.1"))
    asked = [block.splitlines()[1] for block in shown.split("\n\n") if "In  |" in block]
    assert all(row.endswith(".") for row in asked[1:])
    assert [chr(b) for b in person.tape.said if b != 32] == ["x", ".", "y", "."]


def test_waiting_in_vain_ends():
    person, _, _ = play_lines([":until no-such-text", ":quit"])
    assert 100 < len(person.tape.said) < 1000


@pytest.mark.parametrize("line", [":nope", ":skip many", ":until", "日本"])
def test_what_cannot_be_done_is_said_and_costs_nothing(line):
    person, _, shown = play_lines([line, ":help", ":quit"])
    assert "There is no command" in shown or "cannot be said" in shown
    assert ":skip N" in shown
    assert person.tape.said == b""


def test_the_task_is_revealed_only_on_request():
    assert "micro5.1" not in play_lines(["1", "2"])[2]
    assert "task micro5.1, solved 0 of 0" in play_lines(["1", "2"], reveal=True)[2]


def test_the_last_reward_is_shown():
    """The learner that knows finishes; the person sees the last column judged."""
    world = a_world("micro1")
    from gradus.stream.sampling import knowing

    class Knowing(PlainPerson):
        def answer(self):
            return knowing(self._world._dialogue)()  # type: ignore[arg-type]

    shown = []
    results = Lesson(world, Knowing(world, iter(()), shown.append)).run()
    assert results.finished
    assert "Nothing is left to teach" in shown[-1]


def test_a_persons_run_is_recorded_can_be_replayed_and_not_resumed(tmp_path):
    done = subprocess.run(
        [*GRADUS, "play", "--task", "micro5.1", "--seed", "1", "-o", tmp_path / "run"],
        input="12\n:skip 5\n3",
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "the person quit" in done.stdout
    run = RunFolder.read(tmp_path / "run")
    assert run.transcript()[1::3] == b"12     3"
    assert [outcome.reason for outcome in run.outcomes()] == ["stopped"]
    assert replay(tmp_path / "run", 0).exact
    with pytest.raises(UserError, match="can be replayed but not resumed"):
        Lesson.resume(tmp_path / "run")
    for call in (PlainPerson(a_world(), iter(()), print).state, lambda: PlainPerson.restore(None, {})):
        with pytest.raises(UserError, match="replayed but not resumed"):
            call()


def test_a_person_at_a_plain_terminal_leaves_with_control_c(tmp_path):
    ours, theirs = pty.openpty()
    command = [*GRADUS, "play", "--plain", "--scramble", "-o", str(tmp_path / "run"), "--seed", "1"]
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    ) as person:
        os.close(theirs)
        screen = b""

        def read_until(text, times=1, deadline=600):
            nonlocal screen
            end = time.monotonic() + deadline
            while screen.count(text) < times:
                assert time.monotonic() < end, screen
                if select.select([ours], [], [], 0.2)[0]:
                    screen += os.read(ours, 4096)

        try:
            read_until(b"> ")
            os.write(ours, b"k\n")
            read_until(b"step 2")
            read_until(b"> ", times=2)
            time.sleep(0.3)  # the prompt is printed just before the person is listened to
            person.send_signal(2)
            read_until(b"the person quit")
        finally:
            if person.poll() is None and b"the person quit" not in screen:
                person.kill()  # a failure must not become a hang
    os.close(ours)
    assert person.returncode == 0
    assert b"Traceback" not in screen
    assert len(RunFolder.read(tmp_path / "run").transcript()) == 3


# The full screen, through textual's own pilot.


def on_screen(script, world=None, pace=None, reveal=False, size=(100, 24), path=None, **limits):
    """Play with keys; ``script`` is a coroutine that gets the pilot, the app and the person."""
    from gradus.stream.screen import PlayApp, ScreenPerson

    world = world or a_world()
    person = ScreenPerson(pace=pace)
    app = PlayApp(
        world, person, Lesson.host(path, person, world, name="person", flush_every=1, **limits).run, reveal
    )

    async def run():
        async with app.run_test(size=size) as pilot:
            await script(pilot, app, person)
            await until(pilot, lambda: app.return_value is not None)  # the lesson ends in its own time
        return app.return_value

    return asyncio.run(run()), person, app


async def until(pilot, condition, seconds=600):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        await pilot.pause(0.02)


def text_of(app, name):
    return str(app.query_one(name).render())


@pytest.mark.parametrize(("size", "below"), [((40, 16), True), ((100, 24), False)])
def test_a_narrow_terminal_leaves_the_width_to_the_stream(size, below):
    async def script(pilot, app, person):
        def laid_out():
            stream, score = (app.query_one(name).region for name in ("#stream", "#score"))
            beside = (score.y >= stream.bottom) is below
            told = {"step", "score", "streak", "waits for you"} <= set(
                re.findall("waits for you|[a-z]+", shown())
            )
            return beside and stream.width >= 36 and score.height >= 6 and told

        def shown():
            rows = app.query_one("#score").content_size.height
            return "\n".join(
                text_of(app, "#score").splitlines()[:rows] if below else [text_of(app, "#score")]
            )

        await until(pilot, laid_out)
        await pilot.press("ctrl+q")

    on_screen(script, size=size)


def test_keys_answer_at_once_and_space_is_silence(tmp_path):
    async def script(pilot, app, person):
        await until(pilot, lambda: person.tape.steps == 1)
        for step, key in enumerate(("a", "space", "7", "full_stop", "Z"), 2):
            await pilot.press(key)
            await until(pilot, lambda step=step: person.tape.steps == step)
        await until(pilot, lambda: "a 7.Z_" in text_of(app, "#stream"))
        rows = [line[7:] for line in text_of(app, "#stream").splitlines()[:3]]
        assert rows[0].encode() == bytes(person.tape.heard)
        assert set(rows[2]) <= {" ", "+", "-"}
        assert len(rows[2]) == 5
        await pilot.press("ctrl+q")

    results, person, app = on_screen(script, path=tmp_path / "run")
    assert app.failure is None
    assert results.reason == "the person quit"
    assert bytes(person.tape.said) == b"a 7.Z"
    assert RunFolder.read(tmp_path / "run").transcript()[1::3] == b"a 7.Z"
    assert replay(tmp_path / "run", 0).exact


def test_silence_comes_by_itself_at_a_pace_that_can_be_changed():
    async def script(pilot, app, person):
        await until(pilot, lambda: person.tape.steps >= 5)
        await until(pilot, lambda: "silent in 0.1 s" in text_of(app, "#score"))
        for _ in range(5):
            await pilot.press("f2")
        await until(pilot, lambda: "waits for you" in text_of(app, "#score"))
        steps = -1
        while steps != person.tape.steps:  # a step that was under way may still be taken
            steps = person.tape.steps
            await pilot.pause(0.5)
        await pilot.press("f3")
        await until(pilot, lambda: "silent in 2 s" in text_of(app, "#score"))
        await pilot.press("ctrl+q")

    _, person, _ = on_screen(script, pace=0.1)
    assert set(person.tape.said) == {32}


@pytest.mark.parametrize("reveal", [False, True])
def test_the_score_panel_tells_progress_but_not_the_task(reveal):
    async def script(pilot, app, person):
        await until(pilot, lambda: person.tape.steps == 1)
        await pilot.press("x", "y", "z")
        await until(pilot, lambda: person.tape.steps == 4)
        await until(pilot, lambda: re.search(r"step +4\n", text_of(app, "#score")))
        panel = text_of(app, "#score")
        assert "instance" in panel
        assert f"{person.tape.score:+d}" in panel and f"- {person.tape.lost}" in panel
        assert ("micro5.1" in panel) == reveal
        await pilot.press("ctrl+q")

    on_screen(script, reveal=reveal)


def test_a_limit_of_steps_leaves_the_screen():
    async def script(pilot, app, person):
        for step in range(1, 10):
            await until(pilot, lambda step=step: person.tape.steps == step)
            await pilot.press("x")

    results, *_ = on_screen(script, max_steps=10)
    assert results.reason == "stopped after 10 steps"


def test_the_end_of_the_curriculum_is_shown_until_a_key_is_pressed():
    class OneTicket(Teacher):
        left = 1

        def choose(self, rng):
            self.left -= 1
            return "micro1" if self.left >= 0 else None

    async def script(pilot, app, person):
        await until(pilot, lambda: "finished: press a key" in text_of(app, "#score"))
        assert person.tape.steps == app._world.steps
        assert len(person.tape.rewards) == len(person.tape.said)
        assert app.return_value is None
        await pilot.press("k")

    curriculum = make("round1").only("micro1")
    world = World(curriculum, 1, teacher=OneTicket(curriculum.space, 1))
    results, *_ = on_screen(script, world, pace=0.001)
    assert results.finished


def test_an_error_in_the_lesson_leaves_the_screen_and_is_kept():
    from gradus.stream.screen import PlayApp, ScreenPerson

    def lesson():
        raise UserError("no such thing")

    app = PlayApp(a_world(), ScreenPerson(), lesson)

    async def run():
        async with app.run_test() as pilot:
            await until(pilot, lambda: app.failure is not None)

    asyncio.run(run())
    assert isinstance(app.failure, UserError)


def test_a_word_of_the_lesson_that_comes_when_the_screen_is_taken_down_is_no_error():
    async def script(pilot, app, person):
        await until(pilot, lambda: person.tape.steps == 1)
        for name in ("#stream", "#score"):
            await app.query(name).remove()
        app.post_message(app.Changed())
        await pilot.pause()
        await pilot.press("ctrl+q")

    results, _, app = on_screen(script)
    assert app.failure is None and results.reason == "the person quit"


def test_long_streams_wrap_and_scroll_with_rows_aligned():
    from gradus.stream.screen import stream_text

    tape = Tape()
    for step in range(95):
        tape.hear(65 + step % 26, -1 if step % 10 == 1 else 0)
        if step < 94:
            tape.say(97 + step % 26)
    lines = stream_text(tape, 20, 3).plain.rstrip("\n").split("\n")
    assert len(lines) == 11
    assert lines[0] == "world  " + bytes(tape.heard[40:60]).decode()
    assert lines[1] == "you    " + bytes(tape.said[40:60]).decode()
    assert lines[2] == "reward " + "-         -         "
    assert lines[8] == "world  " + bytes(tape.heard[80:]).decode()
    assert lines[9] == "you    " + bytes(tape.said[80:]).decode() + "_"


def test_streak_and_history_of_rewards():
    tape = Tape()
    for reward in (0, 1, 1, -1, 0, 1):
        tape.hear(46, reward)
        tape.say(32)
    assert (tape.streak, tape.earned, tape.score) == (1, "++-+", 2)
    for _ in range(30):
        tape.hear(46, 1)
        tape.say(32)
    assert tape.streak == 31 and tape.earned == "+" * 20


def test_the_whole_tape_wraps_into_blocks():
    tape = Tape()
    for byte in b"abcdefghij":
        tape.hear(byte, 0)
        tape.say(32)
    assert tape.latest(4, 99).count("In  |") == 3 and "In  |abcd" in tape.latest(4, 99)
    assert tape.latest(4, 2).startswith("In  |efgh")


@pytest.mark.parametrize(("scrambler", "silent"), [(None, True), ("keep-silence", True), ("all", False)])
def test_what_is_said_about_silence_is_true(scrambler, silent):
    world = World("round1", 5, scrambler)
    assert space_is_silence(world) is silent
    assert ("silence is a space" in help_text(world)) is silent
    assert ("a space is a character like any other" in help_text(world)) is not silent


def test_the_goal_is_told_to_who_asks():
    world = World("round1", 0)
    world.step(None)
    assert ("goal", "0/5 in a row") in progress(world, reveal=True)
    assert "goal" not in dict(progress(world, reveal=False))


def test_on_the_screen_a_scrambled_space_is_no_silence_and_f1_helps():
    async def script(pilot, app, person):
        await until(pilot, lambda: "says a space in 60 s" in text_of(app, "#score"))
        assert not app.query_one("#help").display
        await pilot.press("f1")
        await until(pilot, lambda: app.query_one("#help").display)
        assert "a character like any other" in text_of(app, "#help")
        await pilot.press("ctrl+q")

    on_screen(script, World("round1", 5, True), pace=60.0)


@pytest.mark.parametrize(("scramble", "said"), [(True, "say a space"), (False, "silence")])
def test_the_footer_says_what_the_space_bar_does(scramble, said):
    async def script(pilot, app, person):
        await until(pilot, lambda: said in {key.description for key in app.query("FooterKey")})
        meanings = {key.description for key in app.query("FooterKey")} & {"say a space", "silence"}
        assert meanings == {said}
        await pilot.press("space")
        await until(pilot, lambda: bytes(person.tape.said) == b" ")
        await pilot.press("ctrl+q")

    on_screen(script, world=World("round1", 5, scramble))


def test_the_score_is_read_while_the_lesson_goes_on():
    """The lesson writes the tape in a thread of its own, between any two instructions of the screen."""
    tape, over = Tape(), threading.Event()

    def lesson():
        while not over.is_set():
            tape.say(65)
            tape.hear(66, 1)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    writer = threading.Thread(target=lesson)
    writer.start()
    try:
        for _ in range(20_000):
            assert set(tape.earned) <= {"+"}
    finally:
        over.set()
        writer.join()
        sys.setswitchinterval(interval)
