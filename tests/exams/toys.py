"""Hand-made learners whose behaviour is known, for questions of the form ``keyword: letter.``.

Each can say the letter, but errs on purpose so often as its character demands: the number of mistakes it makes
before it answers a keyword right is decided when it meets the keyword, from what it has met before.
"""

from __future__ import annotations

from gradus.school import Sampler
from gradus.stream import Curriculum
from gradus.stream.tasks.micro.phrases import say_a_letter

SILENCE = 32
FULL_STOP, COLON, SEMICOLON = b".:;"


def ladder(tasks: int = 6, threshold: int = 3) -> Curriculum:
    """A curriculum of keywords that differ and tasks that do not."""
    made = {f"say{i}": say_a_letter.with_(keyword=f"k{chr(97 + i)}:") for i in range(tasks)}
    return Curriculum("ladder", made, settings={"success_threshold": threshold})


class Toy:
    """Answers right after it has paid for a keyword with mistakes."""

    def __init__(self, seed: int = 0, base: int = 40, spread: int = 8):
        self.base, self.spread = base, spread
        self._pick = Sampler(seed)
        self._heard = ""
        self._debts: dict[str, int] = {}
        self._current = ""
        self._answer = ""

    def price(self, known: int) -> int:
        """Mistakes before a new keyword is answered right."""
        return self.base

    def meets(self, keyword: str) -> None:
        if keyword not in self._debts:
            self._debts[keyword] = max(0, self.price(len(self._debts)) + self._noise())
        self._current = keyword

    def _noise(self) -> int:
        return self._pick.between(-self.spread, self.spread) if self.spread else 0

    def act(self, byte: int, reward: int) -> int:
        if self._answer:
            said, self._answer = self._answer[0], self._answer[1:]
            return ord(said)
        if byte == SEMICOLON:
            self._heard = ""
            return SILENCE
        self._heard += chr(byte)
        if byte != FULL_STOP or ":" not in self._heard:
            return SILENCE
        keyword, _, letter = self._heard.rpartition(":")
        self.meets(keyword.split()[-1])
        self._heard = ""
        wrong = self._debts[self._current] > 0
        self._debts[self._current] -= wrong
        said = ("?" if wrong else letter.strip()[0]) + "."
        self._answer = said[1:]
        return ord(said[0])

    def state(self):
        return {
            "pick": self._pick.state(),
            "heard": self._heard,
            "debts": list(self._debts.items()),
            "current": self._current,
            "answer": self._answer,
        }

    def restore(self, state):
        self._pick.restore(state["pick"])
        self._heard, self._current, self._answer = state["heard"], state["current"], state["answer"]
        self._debts = dict(state["debts"])


class Reuser(Toy):
    """The first keyword is dear, all others are cheap: it reuses everything."""

    def price(self, known):
        return self.base if known == 0 else self.base // 8

    def _noise(self):
        return super()._noise() // 4


class NeverTransfers(Toy):
    """Every keyword costs the same; what was learned stays."""


class Forgets(Toy):
    """Remembers only the keyword it is busy with."""

    def meets(self, keyword):
        if keyword != self._current:
            self._debts.clear()
        super().meets(keyword)


class Negative(Toy):
    """Every keyword makes the next one dearer."""

    def price(self, known):
        return self.base * (1 + known) // 2


class Breaks(Toy):
    """Fails with an exception in the middle."""

    def act(self, byte, reward):
        if len(self._debts) >= 2:
            raise RuntimeError("lost my head")
        return super().act(byte, reward)


class Stuck(Toy):
    """Never learns the third keyword."""

    def price(self, known):
        return 5 if known < 2 else 10**9


class Forgetful:
    """A toy that offers no way to save its memory."""

    def __init__(self, seed: int = 0):
        self.act = Toy(seed).act


class SaysAgain:
    """Says again the last letter before a full stop, and a full stop; not in reply to praise."""

    def __init__(self) -> None:
        self._heard, self._rest = "", ""

    def act(self, byte: int, reward: int) -> int:
        self._heard += chr(byte)
        if byte == FULL_STOP and "say" in self._heard:
            self._rest = self._heard[-2:]
            self._heard = ""
        said, self._rest = self._rest[:1], self._rest[1:]
        return ord(said) if said else SILENCE
