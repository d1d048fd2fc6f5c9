"""Arithmetic: a gradual path to the first alternative curriculum's hardest task.

Numbers are asked in hexadecimal and answered in decimal, in the end preceded by how many digits follow:
``evaluate: foo=4ce; (foo+1a5eb)*a+1=`` is answered with ``7 1092411``. The count makes a full stop needless,
so answers end by their length. Nothing ever becomes negative and nothing is divided by zero.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gradus.school import Chooser
from gradus.stream.question import Question
from gradus.stream.task import Rules, feedback, task

NAMES = ("foo", "bar", "baz", "qux")
"""What variables are called."""


@dataclass(frozen=True)
class Term:
    """An expression with its value; ``rank`` is 2 for an atom, 1 for a product, 0 for a sum."""

    text: str
    value: int
    rank: int = 2

    def within(self, rank: int) -> str:
        """The text, in parentheses where its rank is too low."""
        return self.text if self.rank >= rank else f"({self.text})"


def number(pick: Chooser, digits: int) -> Term:
    """A hexadecimal number of at most so many digits, each length equally likely; never zero."""
    length = pick.between(1, digits)
    low = 16 ** (length - 1)
    value = low + pick.below(16**length - low)
    return Term(f"{value:x}", value)


def join(kind: int, left: Term, right: Term, signs: str) -> Term:
    """Two terms joined by addition, subtraction, multiplication or integer division (0 to 3).

    Subtraction takes the smaller from the larger, division divides the larger by the smaller.
    """
    if kind in (1, 3) and left.value < right.value:
        left, right = right, left
    if kind == 3 and right.value == 0:
        kind = 0
    rank = 0 if kind < 2 else 1
    value = (
        left.value + right.value,
        left.value - right.value,
        left.value * right.value,
        left.value // max(right.value, 1),
    )[kind]
    # Behind any sign but + a term of the same rank needs parentheses too: a*(b/c) is not a*b/c in whole numbers.
    text = f"{left.within(rank)}{signs[kind]}{right.within(rank + (kind > 0))}"
    return Term(text, value, rank)


def expression(
    pick: Chooser, atoms: list[Term], kinds: tuple[int, ...], signs: str, parentheses: bool
) -> Term:
    """The atoms joined in random pairs; without parentheses, from left to right at falling rank."""
    parts = list(atoms)
    while len(parts) > 1:
        kind = pick.choice(kinds)
        place = pick.below(len(parts) - 1) if parentheses else 0
        left, right = parts[place], parts[place + 1]
        if not parentheses:
            kind = _without_parentheses(kind, left, right)
        parts[place : place + 2] = [join(kind, left, right, signs)]
    return parts[0]


def _without_parentheses(kind: int, left: Term, right: Term) -> int:
    """The operation, or addition or multiplication where it would need parentheses around the left term."""
    if left.rank == 2:
        return kind
    if kind in (1, 3) and left.value < right.value:
        kind -= 1  # taken the other way round, the left term would have to stand behind the sign
    return 0 if kind >= 2 and left.rank == 0 else kind


def _reply(value: int, counted: bool) -> str:
    return f"{len(str(value))} {value}" if counted else str(value)


def _verdict(
    pick: Chooser,
    hidden: Any,
    question: Question,
    correct: bool,
    rules: Rules,
    *,
    equations: bool,
    good_if: str,
    signs: str,
) -> str:
    """Plain praise or blame, or an equation that holds exactly when the answer was right."""
    if not equations:
        return feedback(pick, hidden, question, correct, rules)
    a, b = pick.between(1, 9), pick.between(1, 9)
    shown = a + b if correct else a + b + pick.between(1, 3)
    text = f"{good_if} {shown:x}=={a}{signs[0]}{b}"
    return text if correct else f"{text} {question.answer}"


@task("arithmetic", react=_verdict, terminator="", separator=". ", reactions=("good", "wrong "))
def evaluate(
    pick: Chooser,
    *,
    keyword: str = "evaluate:",
    digits: int = 1,
    atoms: tuple[int, ...] = (1,),
    kinds: tuple[int, ...] = (0, 1, 2, 3),
    variables: int = 0,
    parentheses: bool = False,
    counted: bool = True,
    equations: bool = False,
    good_if: str = "good if",
    signs: str = "+-*/",
    names: tuple[str, ...] = NAMES,
) -> Question:
    """Say the value of a hexadecimal expression in decimal, preceded by its number of digits.

    ``atoms`` are the numbers of operands to choose from, ``kinds`` the operations (0 addition, 1 subtraction,
    2 multiplication, 3 integer division) written as ``signs``.
    """
    given = [(name, number(pick, digits)) for name in pick.sample(names, variables)]
    count = max(pick.choice(atoms), variables)
    used = [Term(name, term.value) for name, term in given]
    used += [number(pick, digits) for _ in range(count - variables)]
    whole = expression(pick, list(pick.shuffled(used)), kinds, signs, parentheses)
    told = "".join(f"{name}={term.text}; " for name, term in given)
    return Question(f"{keyword} {told}{whole.text}=", _reply(whole.value, counted))
