"""Full-screen play: the stream scrolls by, keys answer at once (needs the extra ``play``).

The lesson runs in a thread of its own and waits there for the person; this module only shows the tape and
passes keys on.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Any, ClassVar

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Footer, Static

from gradus.stream.dialogue import SILENCE
from gradus.stream.learner import LearnerDisconnected
from gradus.stream.play import QUIT, Person, Tape, progress, space_is_silence
from gradus.stream.world import World

_LABELS = ("world  ", "you    ", "reward ")
_MARGIN = len(_LABELS[0])
# Blue and orange are told apart by nearly everyone; the signs say the same without colour.
_GAIN, _LOSS = "bold #4aa8ff", "bold #ff9f1c"
_PACES = (None, 2.0, 1.0, 0.5, 0.25, 0.1)
"""Seconds until silence is said for a person who presses nothing; None waits for ever."""
_NEW_PACE = -1  # no byte
_NARROW = 70
"""Columns below which the score stands under the stream."""
KEYS = """\
Every printable key is said at once, in the column of the world's latest byte. Rewards stand below, + or -.
space        {space}
F2, F3       slower, faster: after how long a space is said for you
PgUp, PgDn   further back on the tape, forward again
F1           this help
Ctrl-Q       quit; the record is kept
The goal is nothing but reward: find out what brings +, and how to get it again and again.
"""


class ScreenPerson(Person):
    """A person whose keys arrive from another thread."""

    def __init__(self, on_change: Callable[[], object] | None = None, pace: float | None = None) -> None:
        super().__init__()
        self.on_change = on_change
        """Called when the tape has grown and an answer is awaited."""
        self.pace = pace
        """Seconds until silence is said; None waits for ever. Change it with :meth:`set_pace`."""
        self._keys: queue.SimpleQueue[int | None] = queue.SimpleQueue()

    def press(self, byte: int) -> None:
        """Say this byte as soon as it is the person's turn."""
        self._keys.put(byte)

    def set_pace(self, pace: float | None) -> None:
        """Wait so long from now on, the present answer included."""
        self.pace = pace
        self._keys.put(_NEW_PACE)

    def quit(self) -> None:
        """Leave the run."""
        self._keys.put(None)

    def answer(self) -> int:
        """The next key, or silence when the pace runs out."""
        if self.on_change:
            self.on_change()
        byte: int | None = _NEW_PACE
        while byte == _NEW_PACE:
            try:
                byte = self._keys.get(timeout=self.pace)
            except queue.Empty:
                return SILENCE
        if byte is None:
            raise LearnerDisconnected(QUIT)
        return byte


class PlayApp(App[Any]):
    """The screen of a person's run."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "gradus play"
    CSS = """
    Screen { layout: vertical; }
    #help { display: none; height: auto; border: round $accent; padding: 0 1; }
    #stream { width: 1fr; height: 1fr; border: round $primary; padding: 0 1; }
    #score { width: 30; height: 1fr; border: round $primary; padding: 0 1; }
    .-narrow Horizontal { layout: vertical; }
    .-narrow #score { width: 1fr; height: 7; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (_NARROW, "-wide")]
    """On a narrow terminal the score stands below the stream, which needs the width."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", "help", priority=True),
        Binding("space", "silence", "silence", priority=True),
        Binding("space", "space", "say a space", priority=True),
        Binding("f2", "pace(-1)", "slower", priority=True),
        Binding("f3", "pace(1)", "faster", priority=True),
        Binding("pageup", "scroll(1)", "older", priority=True),
        Binding("pagedown", "scroll(-1)", "newer", priority=True),
        Binding("ctrl+q,ctrl+c", "leave", "quit", key_display="^q", priority=True),
    ]

    class Changed(Message):
        """The tape has grown."""

    def __init__(
        self, world: World, person: ScreenPerson, lesson: Callable[[], Any], reveal: bool = False
    ) -> None:
        """``lesson`` plays the whole run with the person as its learner, and returns what came of it."""
        super().__init__()
        self._world, self._person, self._lesson, self._reveal = world, person, lesson, reveal
        self._over = False
        self._back = 0
        self._stream, self._score = Static(id="stream"), Static(id="score")
        self._silent = space_is_silence(world)
        self._results: Any = None
        self.failure: BaseException | None = None
        """What stopped the lesson, if it was an error."""

    def compose(self) -> ComposeResult:
        """The stream at the left, the score at the right, the keys below."""
        yield Static(
            KEYS.format(
                space="silence"
                if self._silent
                else "say a space: under this scrambler it is "
                "a character like any other; find out what silence is"
            ),
            id="help",
        )
        with Horizontal():
            yield self._stream
            yield self._score
        yield Footer()

    def on_mount(self) -> None:
        """Begin the lesson in a thread of its own."""
        self._stream.border_title = "stream"
        self._score.border_title = "score"
        self._person.on_change = lambda: self.post_message(self.Changed())
        threading.Thread(target=self._teach, daemon=True).start()

    def _teach(self) -> None:
        results = None
        try:
            results = self._lesson()
        except BaseException as error:
            self.failure = error
        self.call_from_thread(self._ended, results)

    def _ended(self, results: Any) -> None:
        """After quitting, leave at once; at the end of the curriculum, show the last column first."""
        self._results, self._over = results, True
        if self._world.finished and self.failure is None:
            self.on_play_app_changed()
        else:
            self.exit(results)

    def on_play_app_changed(self) -> None:
        """Show the tape as it is now."""
        if not self._stream.is_attached:
            return  # the lesson's last word may come when the screen is being taken down
        width = max(10, self._stream.content_size.width - _MARGIN)
        blocks = max(1, (self._stream.content_size.height + 1) // 4)
        self._stream.update(stream_text(self._person.tape, width, blocks, self._back))
        self._score.update(self._score_text())

    def on_resize(self, _: events.Resize) -> None:
        """Wrap anew."""
        self.call_after_refresh(self.on_play_app_changed)

    def _score_text(self) -> Text:
        """The score as a column, or as a few lines where the terminal is narrow."""
        return self._score_lines() if self.size.width < _NARROW else self._score_column()

    def _score_lines(self) -> Text:
        tape = self._person.tape
        facts = [("step", f"{tape.steps:,}"), ("score", f"{tape.score:+d}"), ("streak", str(tape.streak))]
        facts += progress(self._world, self._reveal)
        text = Text("  ".join(f"{name} {value}" for name, value in facts) + "\n")
        self._append_earned(text)
        return text

    def _append_earned(self, text: Text) -> None:
        """The latest rewards and penalties, and what happens without a key."""
        tape, pace = self._person.tape, self._person.pace
        for sign in tape.earned:
            text.append(sign, _GAIN if sign == "+" else _LOSS)
        said = "silent" if self._silent else "says a space"
        waiting = "waits for you" if pace is None else f"{said} in {pace:g} s"
        text.append(f"\n{waiting if not self._over else 'finished: press a key'}\n", "dim")

    def _score_column(self) -> Text:
        tape = self._person.tape
        text = Text()
        facts = [("step", f"{tape.steps:,}"), ("score", f"{tape.score:+d}")]
        for name, value in facts:
            text.append(f"{name:<12}{value:>12}\n", "bold")
        for name, mark, style in (
            ("rewards", f"+ {tape.gained}", _GAIN),
            ("penalties", f"- {tape.lost}", _LOSS),
        ):
            text.append(name + " " * (24 - len(name) - len(mark)))
            text.append(mark + "\n", style)
        text.append("\n")
        for name, value in progress(self._world, self._reveal):
            text.append(f"{name:<12}{value:>12}\n")
        text.append(f"{'streak':<12}{tape.streak:>12}\n")
        text.append("\n")
        self._append_earned(text)
        return text

    def on_key(self, event: events.Key) -> None:
        """Say what was typed; after the end any key leaves."""
        if self._over:
            self.exit(self._results)
        elif event.character and event.is_printable and ord(event.character) < 256:
            event.stop()
            self._person.press(ord(event.character))

    def action_silence(self) -> None:
        """Say the byte of silence."""
        if self._over:
            self.exit(self._results)
        else:
            self._person.press(SILENCE)

    def action_space(self) -> None:
        """Say a space, which is a character like any other here."""
        self.action_silence()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The space bar has one of two meanings; the footer must not promise what the scrambler took away."""
        if action in ("silence", "space"):
            return self._silent == (action == "silence")
        return super().check_action(action, parameters)

    def action_help(self) -> None:
        """Show or hide what the keys do."""
        panel = self.query_one("#help")
        panel.display = not panel.display
        self.call_after_refresh(self.on_play_app_changed)

    def action_scroll(self, change: int) -> None:
        """Look further back on the tape, or forward again."""
        self._back = max(0, self._back + change)
        self.on_play_app_changed()

    def action_pace(self, change: int) -> None:
        """Wait shorter or longer before silence is said."""
        nearest = min(range(len(_PACES)), key=lambda i: abs((_PACES[i] or 9e9) - (self._person.pace or 9e9)))
        self._person.set_pace(_PACES[min(max(nearest + change, 0), len(_PACES) - 1)])
        self.on_play_app_changed()

    def action_leave(self) -> None:
        """Leave; the record is kept."""
        if self._over:
            self.exit(self._results)
        else:
            self._person.quit()


def stream_text(tape: Tape, width: int, blocks: int, back: int = 0) -> Text:
    """The newest columns, or those ``back`` blocks before, wrapped into so many blocks of three aligned rows."""
    columns = len(tape.heard)
    newest = (columns - 1) // width
    last = max(min(newest, blocks - 1), newest - back)
    text = Text(no_wrap=True)
    for block in range(max(0, last - blocks + 1), last + 1):
        part = slice(block * width, (block + 1) * width)
        _append_row(text, _LABELS[0], _visible(tape.heard[part]), "bold")
        _append_row(text, _LABELS[1], _visible(tape.said[part]), "")
        if block == (columns - 1) // width and len(tape.said) < columns:
            text.right_crop(1)
            text.append("_", "blink bold reverse")
            text.append("\n")
        text.append(_LABELS[2], "dim")
        for reward in tape.rewards[part]:
            text.append(" +-"[reward], _GAIN if reward > 0 else _LOSS)
        text.append("\n\n")
    return text


def _append_row(text: Text, label: str, content: str, style: str) -> None:
    text.append(label, "dim")
    text.append(content, style)
    text.append("\n")


def _visible(data: bytearray) -> str:
    return "".join(chr(b) if 32 <= b < 127 else "·" for b in data)
