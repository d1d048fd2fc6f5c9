"""Mapping tasks with answers or keys of mixed lengths: what an agent can bring out that holds on to an instance.

Once all keys of an instance are known, an agent that never completes the streak stays in it for as long as it
likes, and it may solve and leave the instances it likes less. So time can be spread over all instances in any
proportion, and C_mu is at least log2 of the sum, over all instances, of 2^C, where C is the largest entropy inside
one known instance. Instances with the same lengths have the same C but for coinciding answers, whose mean loss is
taken off. The lower bound is proved. Where keys are fixed, so is an upper one: the number of states, counted with
the longest answers and as many answers as there are.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, factorial, log2, perm

import numpy as np

from gradus.mechanics.machines.minimise import causal_states
from gradus.mechanics.machines.orbits import Try, orbit_machine
from gradus.mechanics.machines.task_code import measured_variant
from gradus.mechanics.measures.controlled_chain import choices
from gradus.mechanics.measures.feedback import feedback_complexity, solve
from gradus.mechanics.measures.figure import Complexity
from gradus.mechanics.models.fixed_length_mappings import mean_log
from gradus.mechanics.models.lumped_mappings import FixedLengthMapping, lumped_machine
from gradus.mechanics.models.mixed_kinds import log_sum
from gradus.mechanics.models.phrases import phrase_machine
from gradus.school import Chooser, Sampler, UserError
from gradus.stream import TASKS, Origin, Question, Task, nothing_hidden

ONE = Fraction(1)
WORTH = 14.0
"""Kinds of instances this many bits below the largest are left out of the sum, which only lowers the bound."""


@dataclass(frozen=True)
class KnownMapping:
    """A mapping task all of whose keys are known."""

    keys: int
    base: int
    """Characters of answers."""
    lead: int
    """Bytes from the last of a key on until the learner may answer."""
    early: int
    """Bytes of a key before its last one; here nothing is known yet."""
    stop: bool
    """Whether an answer ends with a full stop."""
    tail: int
    """Bytes of feedback behind the answer's characters."""
    streak: int

    @classmethod
    def of(cls, task: Task) -> KnownMapping:
        """The model of a task of the family micro5.x without noise."""
        p = task.params
        if p["permutation"] or p["noise"] != (0,) or p["end_only_if_wrong"]:
            raise UserError(f"The task {task.name!r} is not a plain mapping of answers of some lengths.")
        keys = p["keys"] if p["key_lengths"] else len(p["alphabet"])
        early = min(p["key_lengths"], default=1) - 1
        tail = len(p["answer_end"]) + len(task.rules.separator)
        lead = len(p["input_separator"])
        return cls(keys, len(p["alphabet"]), lead, early, bool(p["answer_end"]), tail, task.rules.streak)

    def tries(self, state: tuple[str, int, int, int], lengths: Mapping[int, int]) -> Iterable[Try]:
        """Inputs at ``(phase, length of the answer, place, streak)``; only what an agent that stays would do."""
        phase, length, place, run = state
        if phase == "hear" and place + 1 == length + self.stop:
            if run + 1 < self.streak:
                yield Try("right", 1, [("right", ONE, self._told(length, run + 1))])
            yield Try("wrong", 255, [("wrong", ONE, self._told(length, 0))])
            return
        yield Try("on", 256, list(self._on(phase, length, place, run, lengths)))

    def _on(
        self, phase: str, length: int, place: int, run: int, lengths: Mapping[int, int]
    ) -> Iterable[tuple[Hashable, Fraction, Hashable]]:
        if phase == "gap" and place < self.early:
            yield "more", ONE, ("gap", 0, place + 1, run)
        elif phase == "gap":
            for each, count in lengths.items():
                yield each, Fraction(count, self.keys), ("ask" if self.lead else "hear", each, 0, run)
        elif phase == "ask":
            more = place + 1 < self.lead
            yield "more", ONE, (("ask", length, place + 1, run) if more else ("hear", length, 0, run))
        elif phase == "hear":
            yield "more", ONE, ("hear", length, place + 1, run)
        elif phase == "tell":
            yield (
                "more",
                ONE,
                (("tell", length, place - 1, run) if place > 1 else ("tail", 0, self.tail, run)),
            )
        else:
            yield "more", ONE, (("tail", 0, place - 1, run) if place > 1 else ("gap", 0, 0, run))

    def _told(self, length: int, run: int) -> Hashable:
        return ("tell", length, length - 1, run) if length > 1 else ("tail", 0, self.tail, run)

    def inside(self, lengths: Mapping[int, int]) -> float:
        """The largest entropy inside a known instance with so many answers of each length, less coincidences."""
        start = ("gap", 0, 0, 0)
        machine = orbit_machine(start, lambda s: self.tries(s, lengths), lambda s: lengths.get(s[1], 1))
        chain = choices(machine)
        terms = [self._loss(name) for name in machine.names]  # type: ignore[arg-type]
        return solve(replace(chain, log_size=chain.log_size + np.array(terms)), 1e-3).low

    def _loss(self, state: tuple[str, int, int, int]) -> float:
        """At most this much is lost because other answers have the same end still to come."""
        phase, length, place, _run = state
        if not length:
            return 0.0
        return -mean_log(self.keys, 1 / self.base ** (place if phase == "tell" else length))


def known_complexity(model: KnownMapping, lengths: tuple[int, ...], key_sets: int = 1) -> float:
    """log2 of the sum of 2^C over all known instances: ``key_sets`` sets of keys, answers of these lengths."""
    weights = {}
    for chosen in combinations_with_replacement(sorted(lengths), model.keys):
        ways = factorial(model.keys)
        for length in set(chosen):
            ways //= factorial(chosen.count(length))
        weights[chosen] = log2(ways) + sum(chosen) * log2(model.base)
    top = max(weights.values())
    worth = {chosen: bits for chosen, bits in weights.items() if bits > top - WORTH}
    return log2(key_sets) + log_sum(
        [
            bits + model.inside({x: chosen.count(x) for x in sorted(set(chosen))})
            for chosen, bits in worth.items()
        ]
    )


def mixed_length_figure(name: str) -> Complexity:
    """The figure of a mapping task with mixed lengths."""
    task = measured_variant(TASKS.get(name))
    p = task.params
    model = KnownMapping.of(task)
    strings = sum(model.base**k for k in p["key_lengths"]) if p["key_lengths"] else model.keys
    low = known_complexity(model, p["answer_lengths"], comb(strings, model.keys))
    longest = max(p["answer_lengths"])
    widest = FixedLengthMapping(
        model.keys,
        strings,
        model.lead + max(p["key_lengths"], default=1) - 1,
        model.base,
        longest,
        model.stop,
        model.tail,
        model.streak,
    )
    c0 = _counted(widest, p["answer_lengths"])
    if not p["key_lengths"]:
        method = (
            "instances held for ever (lower, proved); all states counted with the longest answers (upper)"
        )
        return Complexity(name, "bracketed", c0, low, c0, method)
    method = (
        "instances held for ever (lower, proved); upper: states counted with distinct keys, each known from its first "
        "byte on"
    )
    weak = "keys drawn twice make infinitely many states, seldom visited; they are not in the upper end"
    return Complexity(name, "extrapolated", c0, low, c0, method, weakness=weak)


def _counted(widest: FixedLengthMapping, lengths: tuple[int, ...]) -> float:
    """At least log2 of the number of states: as with the longest answers only, times how many more answers there are.

    While an answer is open its length may be known or not, so those states count once per length; coinciding
    answers are not counted together.
    """
    machine = lumped_machine(widest)
    count = 0
    for name, size in zip(machine.names, machine.weights, strict=True):
        phase: str = name[0]  # type: ignore[index]
        count += size * (len(lengths) if "open" in phase or "show" in phase else 1)
    answers = sum(widest.base**length for length in lengths)
    return log2(count) + widest.keys * (log2(answers) - widest.length * log2(widest.base))


def word_mapping_figure(name: str = "micro6", instances: int = 6) -> Complexity:
    """Task 6: a few drawn instances, each measured as if known and asked for ever; the mean stands for all."""
    task = measured_variant(TASKS.get(name))
    words, size = task.params["words"], task.params["size"]
    inside, states = [], []
    for seed in range(instances):
        pairs = task.bound.draw(Sampler(seed), Origin())
        machine = causal_states(phrase_machine(_told(task, pairs), faithful=True))
        inside.append(feedback_complexity(machine, 1e-3).low)
        states.append(len(machine))
    drawn = log2(comb(len(words), size) * perm(len(words), size))
    rows = tuple((f"instance of seed {seed}", float(seed), drawn + bits) for seed, bits in enumerate(inside))
    top = drawn + log2(sum(states) / instances)
    spread = max(inside) - min(inside)
    return Complexity(
        name,
        "extrapolated",
        top,
        drawn + min(inside),
        top,
        "log2 of the number of instances, plus C_mu inside one that is known, for the least of a few drawn instances; "
        "the upper end is C_0, which counts states of known instances only",
        small=rows,
        weakness=f"{instances} instances, {spread:.3f} bit apart; the states before all keys are known are neglected",
    )


def _told(task: Task, pairs: tuple[tuple[str, str], ...]) -> Task:
    """The task with one instance known beforehand."""

    def ask(pick: Chooser) -> Question:
        key, value = pick.choice(pairs)
        return Question(f"{task.params['keyword']} {key}", value)

    return replace(task, asking=ask, drawing=nothing_hidden)
