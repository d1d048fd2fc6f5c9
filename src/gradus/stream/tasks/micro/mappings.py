"""Tasks 5.1 to 5.18: learn a mapping of digits from feedback; lengths and separators grow step by step."""

from __future__ import annotations

from dataclasses import replace
from string import digits
from typing import Any

from gradus.school import Chooser
from gradus.stream.question import Question
from gradus.stream.task import TASKS, Origin, Rules, Task, every_key_answered, task
from gradus.stream.tasks.micro.deck import deal

Pairs = tuple[tuple[str, str], ...]


def _mapping(
    pick: Chooser,
    origin: Origin,
    *,
    alphabet: str,
    keys: int,
    key_lengths: tuple[int, ...],
    answer_lengths: tuple[int, ...],
    permutation: bool,
    answer_end: str,
) -> Pairs:
    """Pairs of key and answer; a key drawn twice keeps the answer drawn last.

    No key lengths: every character of the alphabet is a key.
    """
    if permutation:
        return tuple(
            (key, image + answer_end) for key, image in zip(alphabet, pick.shuffled(alphabet), strict=True)
        )
    if key_lengths:
        names = [pick.letters(alphabet, pick.choice(key_lengths)) for _ in range(keys)]
    else:
        names = list(alphabet)
    pairs = {}
    for name in names:
        pairs[name] = pick.letters(alphabet, pick.choice(answer_lengths)) + answer_end
    return tuple(pairs.items())


def _show_the_answer(
    pick: Chooser,
    hidden: Pairs,
    question: Question,
    correct: bool,
    rules: Rules,
    *,
    alphabet: str,
    noise: tuple[int, ...],
    answer_end: str,
    end_only_if_wrong: bool,
) -> str:
    """The right answer, perhaps with random characters in front."""
    answer = question.answer
    if end_only_if_wrong and correct:
        answer = answer.removesuffix(answer_end)
    return pick.letters(alphabet, pick.choice(noise)) + answer


@task("micro5.1", draw=_mapping, react=_show_the_answer, know=every_key_answered, terminator="", separator="")
def recall_a_digit(
    pick: Chooser,
    hidden: Pairs,
    memory: Any,
    *,
    alphabet: str = digits,
    keys: int = 10,
    key_lengths: tuple[int, ...] = (),
    answer_lengths: tuple[int, ...] = (1,),
    permutation: bool = True,
    input_separator: str = "",
    answer_end: str = "",
    noise: tuple[int, ...] = (0,),
    end_only_if_wrong: bool = False,
    deck: bool = True,
) -> tuple[Question, Any]:
    """Answer a key with its partner in a secret mapping; the right answer is shown afterwards."""
    i, memory = deal(pick, len(hidden), memory, deck)
    key, answer = hidden[i]
    return Question(key + input_separator, answer, key=key), memory


def _step(number: int, base: Task, summary: str, **changes: Any) -> Task:
    """The next task of the ladder: the one below with a few constants changed, in the catalogue."""
    variant = base.with_(**changes)
    made = replace(variant, name=f"micro5.{number}", summary=summary, changed={})
    return TASKS.add(made.name, made)


_2 = _step(2, recall_a_digit, "As 5.1, with a separator after the feedback.", separator=";")
_3 = _step(3, _2, "As 5.2, with a full stop after the question.", input_separator=".")
_4 = _step(4, _3, "Two random digits answer each digit.", permutation=False, answer_lengths=(2,))
_5 = _step(5, _4, "One digit and a full stop answer each digit.", answer_lengths=(1,), answer_end=".")
_6 = _step(
    6, _5, "As 5.5; feedback keeps its full stop only when the answer was wrong.", end_only_if_wrong=True
)
_7 = _step(7, _5, "Answers of one or two digits.", answer_lengths=(1, 2))
_8 = _step(8, _5, "Questions of two digits.", key_lengths=(2,))
_9 = _step(9, _5, "Questions of one or two digits.", key_lengths=(1, 2))
_10 = _step(10, _5, "A random digit stands before the answer in the feedback.", noise=(1,))
_11 = _step(11, _5, "A random digit may stand before the answer in the feedback.", noise=(0, 1))
_12 = _step(12, _5, "Answers of three to five digits.", answer_lengths=(3, 4, 5))
_13 = _step(13, _5, "Questions of three to five digits.", key_lengths=(3, 4, 5))
_14 = _step(14, _5, "Two to four random digits before the answer in the feedback.", noise=(2, 3, 4))
_15 = _step(15, _5, "Answers of one to five digits.", answer_lengths=(1, 2, 3, 4, 5))
_16 = _step(16, _5, "Questions of one to five digits.", key_lengths=(1, 2, 3, 4, 5))
_17 = _step(17, _16, "Questions and answers of one to five digits.", answer_lengths=(1, 2, 3, 4, 5))
_18 = _step(
    18,
    _17,
    "Questions and answers of one to ten digits.",
    key_lengths=tuple(range(1, 11)),
    answer_lengths=tuple(range(1, 11)),
)
