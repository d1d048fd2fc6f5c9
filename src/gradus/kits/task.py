"""Checks for a stream task: what the world, the record and exact enumeration rely on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from gradus.kits.verdict import blaming, demand, global_chance_untouched, json_copy
from gradus.school import Recorder, Replayer, Sampler, Ticket
from gradus.stream import SILENCE, TASKS, Dialogue, Origin, Question, Task, freeze

NONSENSE = ord("~")


def check_task(
    task: Task | str, seeds: Iterable[int] = range(3), questions: int = 15, longest: int = 500
) -> None:
    """Raise :class:`.KitError`, with one sentence, unless a task keeps its contract.

    ``seeds``: the runs that are tried, each with a few instances. ``questions``: how many are asked of an
    instance. ``longest``: the most characters a question, answer or feedback may have.
    """
    part = TASKS.get(task) if isinstance(task, str) else task
    demand(isinstance(part, Task), f"check_task needs a Task or the name of one, not {part!r}.")
    for seed in seeds:
        bench = _Bench(part, seed, questions, longest)
        for doing, check in CHECKS.items():
            with global_chance_untouched(bench.who), blaming(bench.who, doing):
                check(bench)


@dataclass(frozen=True)
class _Asked:
    """A question of an instance, with what surrounds it."""

    hidden: Any
    question: Question
    memory: Any
    feedback: tuple[Any, Any]
    record: Any


@dataclass(frozen=True)
class _Bench:
    """A task on the bench: instances of one run."""

    task: Task
    seed: int
    questions: int
    longest: int

    @property
    def who(self) -> str:
        """How sentences begin."""
        return f"The task {self.task.name!r}"

    def ticket(self, nth: int) -> Ticket:
        """The ticket of an instance."""
        return Ticket(self.task.name, self.seed, nth, nth)

    def origin(self, nth: int) -> Origin:
        """Where an instance stands in the run, as the world tells it."""
        ticket = self.ticket(nth)
        return Origin(nth, lambda block: Sampler.for_ticket(ticket, block))

    def play(self, pick: Any, nth: int = 0) -> list[_Asked]:
        """Draw an instance and ask its questions, with feedback for right and wrong answers in turn."""
        do, rows = self.task.bound, []
        hidden = do.draw(pick, self.origin(nth))
        memory, record = None, None
        for number in range(self.questions):
            question, memory = do.ask(pick, hidden, memory)
            demand(isinstance(question, Question), f"{self.who} asks {question!r}, which is not a Question.")
            feedback = do.react(pick, hidden, question, True), do.react(pick, hidden, question, False)
            record, _ = do.know(hidden, record, question, number % 2 == 0)
            rows.append(_Asked(hidden, question, memory, feedback, record))
        return rows

    def dialogue(self, nth: int = 0) -> Dialogue:
        """An instance, ready to be played byte by byte."""
        return Dialogue(self.task, Sampler.for_ticket(self.ticket(nth)), self.origin(nth))


def _is_described(bench: _Bench) -> None:
    """People must be able to find out what is asked."""
    demand(bool(bench.task.name), "A task needs a name.")
    demand(bool(bench.task.summary), f"{bench.who} needs a summary: the docstring of the function that asks.")


def _is_pure(bench: _Bench) -> None:
    """The same instance is the same, whatever was played in between."""
    first = bench.play(Sampler.for_ticket(bench.ticket(0)))
    for nth in (2, 1):
        bench.play(Sampler.for_ticket(bench.ticket(nth)), nth)
    again = bench.play(Sampler.for_ticket(bench.ticket(0)))
    demand(
        first == again,
        f"{bench.who} draws or asks something else when the same instance is opened again: "
        "it must depend on nothing but the chooser, the hidden values and its memory.",
    )


def _uses_only_the_contract(bench: _Bench) -> None:
    """Every choice goes through the calls of the chooser."""
    recorder = Recorder(Sampler.for_ticket(bench.ticket(0)))
    first = bench.play(recorder)
    again = bench.play(Replayer(recorder.choices))
    demand(first == again, f"{bench.who} makes choices that do not go through the chooser it is given.")


def _has_plain_values(bench: _Bench) -> None:
    """What an instance keeps is hashable, for enumeration, and JSON-able, for resuming."""
    for row in bench.play(Sampler.for_ticket(bench.ticket(0))):
        for what, value in (
            ("hidden values", row.hidden),
            ("a memory", row.memory),
            ("a record", row.record),
        ):
            try:
                hash(value)
            except TypeError:
                demand(False, f"{bench.who} has {what} that cannot be hashed: {value!r}; use tuples.")
            same = freeze(json_copy(value, bench.who, what)) == value
            demand(same, f"{bench.who} has {what} that JSON changes: {value!r}.")


def _asks_plain_questions(bench: _Bench) -> None:
    """Texts are printable ASCII and not too long."""
    terminator = bench.task.rules.terminator
    for row in bench.play(Sampler.for_ticket(bench.ticket(0))):
        question = row.question
        demand(bool(question.text + terminator), f"{bench.who} asks an empty question.")
        for text in (question.text, question.answer, *question.others, *question.shown):
            _check_text(bench, "a question or answer", text)
        for text in row.feedback:
            _check_text(bench, "feedback", text)


def _check_text(bench: _Bench, what: str, text: Any) -> None:
    demand(isinstance(text, str), f"{bench.who} gives {text!r} as {what}, which is not text.")
    plain = text.isascii() and text.isprintable()
    demand(plain, f"{bench.who} has {what} that is not printable ASCII: {text!r}.")
    demand(
        len(text) <= bench.longest,
        f"{bench.who} has {what} of {len(text)} characters, more than {bench.longest}.",
    )


def _can_be_answered(bench: _Bench) -> None:
    """The right answers are accepted and can be said in full."""
    terminator = bench.task.rules.terminator
    for row in bench.play(Sampler.for_ticket(bench.ticket(0))):
        question = row.question
        for right in (
            (question.answer, *question.others) if question.accept == "equal" else (question.answer,)
        ):
            demand(question.accepts(right), f"{bench.who} does not accept its own right answer {right!r}.")
            if terminator:
                said = f"{bench.who} has the right answer {right!r}, which contains the terminator {terminator!r}"
                demand(terminator not in right, f"{said} and would be cut there.")
            else:
                said = (
                    f"{bench.who} has the right answer {right!r}, which is not as long as {question.answer!r}"
                )
                demand(
                    len(right) == len(question.answer), f"{said} and would be judged too early or too late."
                )
        if not terminator:
            demand(bool(question.answer), f"{bench.who} expects an empty answer, which nobody can give.")


def _steps(dialogue: Dialogue, say: Callable[[Dialogue], int], limit: int) -> Iterator[tuple[int, int]]:
    """Play: the world's bytes and the rewards, until the instance is over or too many steps were made."""
    for _ in range(limit):
        if dialogue.over:
            return
        byte = dialogue.speak()
        yield byte, dialogue.hear(say(dialogue))


def _right(dialogue: Dialogue) -> int:
    awaited = dialogue.awaited()
    return awaited[0] if awaited else SILENCE


def _nonsense(dialogue: Dialogue) -> int:
    awaited = dialogue.awaited()
    if not awaited:
        return SILENCE
    return awaited[0] if dialogue.terminates(awaited) else NONSENSE


def _is_solved_by_right_answers(bench: _Bench) -> None:
    """A learner that gives ``question.answer`` at once solves the instance and is paid for it."""
    rules, limit = bench.task.rules, bench.task.rules.max_time + 4 * bench.longest
    for nth in range(3):
        dialogue = bench.dialogue(nth)
        rewards = [reward for _, reward in _steps(dialogue, _right, limit)]
        demand(
            dialogue.solved and dialogue.over,
            f"{bench.who} is not solved by right answers given at once: it ended with {dialogue.reason!r} "
            f"after {dialogue.questions} answers.",
        )
        wanted = 1 if rules.single else rules.streak
        demand(sum(rewards) == wanted, f"{bench.who} pays {sum(rewards)} for {wanted} right answers.")


def _is_not_solved_by_nonsense(bench: _Bench) -> None:
    """Nonsense does not solve the task, at least not every time."""
    # Chance may solve an instance, the more likely the longer it lasts; no task needs so many steps to be judged.
    task = bench.task.with_(max_time=min(bench.task.rules.max_time, 5000))
    shorter = replace(bench, task=task)
    for nth in range(3):
        dialogue = shorter.dialogue(nth)
        for _ in _steps(dialogue, _nonsense, task.rules.max_time + 4 * bench.longest):
            pass
        if not dialogue.solved:
            return
    demand(False, f"{bench.who} is solved by saying {chr(NONSENSE)!r} all the time.")


def _goes_on_from_its_state(bench: _Bench) -> None:
    """A twin made from a state, at any moment, says and pays what the dialogue itself does."""
    said: list[int] = []
    erratic = _erratic(Sampler(bench.seed, (1,)))

    def say(dialogue: Dialogue) -> int:
        said.append(erratic(dialogue))
        return said[-1]

    heard = list(_steps(bench.dialogue(), say, 200))
    original = bench.dialogue()
    for moment, byte in enumerate(said):
        if moment % 23 == 0:  # a prime, so that turns of even length are cut at ever other places
            state = json_copy(original.state(), bench.who, "a state")
            twin = Dialogue.resume(bench.task, Sampler(0), state)
            same = list(_steps(twin, _script(said[moment:]), len(said) - moment)) == heard[moment:]
            demand(same, f"{bench.who} goes on differently after its state was restored.")
        original.speak()
        original.hear(byte)


def _script(said: list[int]) -> Callable[[Dialogue], int]:
    """Say just this."""
    rest = iter(said)
    return lambda _: next(rest)


def _erratic(luck: Sampler) -> Callable[[Dialogue], int]:
    """Mostly right, sometimes wrong or out of turn."""

    def say(dialogue: Dialogue) -> int:
        kind = luck.below(20)  # wrong often enough to be corrected, right often enough to come to an end
        if kind == 0:
            return luck.below(256)
        return _nonsense(dialogue) if kind < 4 else _right(dialogue)

    return say


def _has_variants(bench: _Bench) -> None:
    """A variant is a value: parameters are JSON-able, and giving the default values changes nothing."""
    task = bench.task
    for name, value in task.params.items():
        same = freeze(json_copy(value, bench.who, f"the parameter {name!r}")) == value
        demand(same, f"{bench.who} has the parameter {name!r} with a value that JSON changes: {value!r}.")
    variant = task.with_(**task.params, streak=task.rules.streak + 1)
    demand(variant.rules.streak != task.rules.streak, f"{bench.who} was changed by making a variant of it.")
    first = bench.play(Sampler.for_ticket(bench.ticket(0)))
    other = replace(bench, task=variant)
    demand(
        first == other.play(Sampler.for_ticket(bench.ticket(0))),
        f"{bench.who} behaves differently when its own parameters are given explicitly.",
    )


CHECKS: dict[str, Callable[[_Bench], None]] = {
    "being described": _is_described,
    "drawing and asking": _is_pure,
    "drawing with a chooser that replays recorded choices": _uses_only_the_contract,
    "keeping hidden values, memory and record": _has_plain_values,
    "wording questions and feedback": _asks_plain_questions,
    "judging answers": _can_be_answered,
    "being varied": _has_variants,
    "being answered rightly": _is_solved_by_right_answers,
    "being answered with nonsense": _is_not_solved_by_nonsense,
    "going on from a saved state": _goes_on_from_its_state,
}
"""By what the task is doing then; a later check may rely on what an earlier one has shown."""
