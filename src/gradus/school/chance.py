"""Chance: every draw of a task goes through one chooser.

Sampling, replaying a recorded instance and enumerating all branches with exact probabilities are three
choosers behind the same calls, so a task is written once and can be played, repeated and analysed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableSequence, Sequence
from fractions import Fraction
from random import Random
from typing import Any, TypeVar

from gradus.school.errors import UserError
from gradus.school.seeds import seed_of
from gradus.school.ticket import Ticket

T = TypeVar("T")
_Generator: Any = Random.__base__
"""The generator under ``random.Random``: the same bits, without seeding itself twice."""
_VERSION = Random(0).getstate()[0]


class Chooser:
    """The calls a task may use; a subclass decides what :meth:`below` answers."""

    def below(self, n: int) -> int:
        """A whole number from 0 to ``n - 1``, each equally likely."""
        raise UserError("Chooser is only a contract: use Sampler, Replayer or branches().")

    def between(self, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``, both included."""
        return low + self.below(high - low + 1)

    def chance(self, hits: int, of: int) -> bool:
        """True with probability ``hits / of``."""
        return self.below(of) < hits

    def choice(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[self.below(len(options))]

    def sample(self, options: Sequence[T], k: int) -> tuple[T, ...]:
        """``k`` different positions of ``options``, in random order."""
        rest = list(options)
        if not 0 <= k <= len(rest):
            raise UserError(f"Cannot draw {k} of {len(rest)} different options.")
        for i in range(k):
            j = i + self.below(len(rest) - i)
            rest[i], rest[j] = rest[j], rest[i]
        return tuple(rest[:k])

    def shuffled(self, options: Sequence[T]) -> tuple[T, ...]:
        """All options in random order."""
        return self.sample(options, len(options))

    def letters(self, alphabet: Sequence[str], k: int) -> str:
        """``k`` characters of the alphabet, drawn with replacement."""
        return "".join([self.choice(alphabet) for _ in range(k)])


class Sampler(Chooser):
    """Draws from a seeded generator that does not depend on NumPy's version."""

    __slots__ = ("_bits", "_random")

    def __init__(self, seed: int, spawn_key: Sequence[int] = ()) -> None:
        self._random = _Generator(seed_of(seed, spawn_key))
        self._bits = self._random.getrandbits

    @classmethod
    def for_ticket(cls, ticket: Ticket, block: int | None = None) -> Sampler:
        """The chooser of a ticket's instance, or of what a block of instances shares."""
        return cls(ticket.seed, ticket.spawn_key(block))

    def below(self, n: int) -> int:
        """A whole number from 0 to ``n - 1``, each equally likely."""
        if n <= 1:
            if n < 1:
                raise UserError(f"Cannot choose below {n}: there is nothing to choose from.")
            return 0
        size = (n - 1).bit_length()
        value = self._bits(size)
        while value >= n:
            value = self._bits(size)
        return value

    def choice(self, options: Sequence[T]) -> T:
        """One of the options; the same draw as :meth:`below`, without the extra call."""
        n = len(options)
        size = (n - 1).bit_length()
        value = self._bits(size)
        while value >= n:
            if not n:
                raise UserError("Cannot choose from nothing.")
            value = self._bits(size)
        return options[value]

    def letters(self, alphabet: Sequence[str], k: int) -> str:
        """``k`` characters of the alphabet; the same draws as one :meth:`choice` each."""
        if not k:
            return ""
        n = len(alphabet)
        drawn: list[str] = []
        size, bits = (n - 1).bit_length(), self._bits
        while len(drawn) < k:
            value = bits(size)
            if value < n:
                drawn.append(alphabet[value])
            elif not n:
                raise UserError("Cannot choose from nothing.")
        return "".join(drawn)

    def state(self) -> list[Any]:
        """The generator's state, JSON-able."""
        return [_VERSION, list(self._random.getstate()), None]

    def restore(self, state: Sequence[Any]) -> None:
        """Go on exactly where :meth:`state` was taken."""
        _version, words, _gauss = state
        self._random.setstate(tuple(words))


class Recorder(Chooser):
    """Passes every draw to another chooser and keeps what came back."""

    def __init__(self, inner: Chooser) -> None:
        self.inner = inner
        self.choices: list[tuple[int, int]] = []
        """Pairs of ``n`` and the value chosen below it."""

    def below(self, n: int) -> int:
        """A whole number from 0 to ``n - 1``, as the inner chooser draws it."""
        value = self.inner.below(n)
        self.choices.append((n, value))
        return value


class Replayer(Chooser):
    """Gives recorded choices back, and complains when the question changed."""

    def __init__(self, choices: Sequence[tuple[int, int]]) -> None:
        self._choices = tuple(choices)
        self._next = 0

    def below(self, n: int) -> int:
        """The next recorded value; its ``n`` must be the recorded one."""
        if self._next >= len(self._choices):
            raise UserError(f"The recording has only {len(self._choices)} choices.")
        asked, value = self._choices[self._next]
        if asked != n:
            raise UserError(f"Choice {self._next} was recorded below {asked}, not below {n}.")
        self._next += 1
        return value


class _Scripted(Chooser):
    """Follows a prefix of choices, then always takes the first branch."""

    def __init__(self, script: MutableSequence[tuple[int, int]]) -> None:
        self.script = script
        self._next = 0

    def below(self, n: int) -> int:
        """The scripted value, or 0 beyond the script."""
        if n < 1:
            raise UserError(f"Cannot choose below {n}: there is nothing to choose from.")
        if self._next == len(self.script):
            self.script.append((n, 0))
        asked, value = self.script[self._next]
        if asked != n:
            raise UserError("A task must make the same choices again when it is repeated.")
        self._next += 1
        return value


def branches(play: Callable[[Chooser], T], limit: int = 1_000_000) -> Iterator[tuple[T, Fraction]]:
    """Every result of ``play`` with the exact probability of its branch.

    ``play`` is called once per branch and must be a pure function of the chooser. The same result may come
    from several branches; :func:`distribution` adds them up.

    >>> [(r, str(p)) for r, p in branches(lambda pick: pick.below(2) + pick.below(2))]
    [(0, '1/4'), (1, '1/4'), (1, '1/4'), (2, '1/4')]
    """
    script: list[tuple[int, int]] = []
    for _ in range(limit):
        result = play(_Scripted(script))
        weight = 1
        for n, _value in script:
            weight *= n
        yield result, Fraction(1, weight)
        # Like counting with digits of different bases: the last choice goes up by one, and one that is at its end
        # is dropped, so that the next call makes it again from its beginning.
        while script and script[-1][1] == script[-1][0] - 1:
            script.pop()
        if not script:
            return
        n, value = script[-1]
        script[-1] = (n, value + 1)
    raise UserError(f"More than {limit} branches: enumerate smaller parameters.")


def distribution(play: Callable[[Chooser], T], limit: int = 1_000_000) -> dict[T, Fraction]:
    """The exact distribution of a hashable result of ``play``."""
    total: dict[T, Fraction] = {}
    for result, weight in branches(play, limit):
        total[result] = total.get(result, Fraction(0)) + weight
    return total
