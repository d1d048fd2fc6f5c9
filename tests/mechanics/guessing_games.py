"""Guessing families with exact machines: hidden target, grouped targets, permutations, leaking targets.

They are the idealised forms of the first micro-tasks; facts about them are known from elsewhere, so tests
use them. Each comes as a hidden generator (for full enumeration)
or as an orbit machine (for large parameters); tests hold the two against each other.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from fractions import Fraction
from itertools import permutations, product
from math import comb, perm

from gradus.mechanics.machines.beliefs import Generator, Move
from gradus.mechanics.machines.machine import Edge, Machine, Offer
from gradus.mechanics.machines.orbits import Try, orbit_machine, symmetries
from gradus.mechanics.measures.shadow import Label, RoleMachine, role_machine
from gradus.school import UserError

ONE, NONE = Fraction(1), Fraction(0)


def _at_least(name: str, value: int, least: int) -> None:
    if value < least:
        raise UserError(f"{name} must be at least {least}, not {value}.")


def hidden_target(n: int, streak: int) -> Generator:
    """One of ``n`` symbols is right, for a whole instance; ``streak`` right answers in a row solve it."""
    return grouped_targets(1, n, streak)


def grouped_targets(groups: int, n: int, streak: int, injective: bool = False, limit: int = 0) -> Generator:
    """Every shown group has its own right symbol; ``injective``: never the same one twice.

    With ``limit`` an instance also ends, unsolved, after so many answers.
    """
    for name, value, least in (("groups", groups, 1), ("n", n, 2), ("streak", streak, 1)):
        _at_least(name, value, least)
    maps = list(permutations(range(n), groups) if injective else product(range(n), repeat=groups))
    fresh: dict[Hashable, Fraction] = {
        (m, c, 0, 0): Fraction(1, len(maps) * groups) for m in maps for c in range(groups)
    }

    def step(hidden: Hashable, label: Hashable) -> Iterable[Move]:
        assert isinstance(hidden, tuple)
        mapping, current, run, given = hidden
        right = mapping[current] == label
        run, given = (run + 1 if right else 0), (given + 1 if limit else 0)
        reward = 1 if right else -1
        if run == streak or (limit and given == limit):
            for after, weight in fresh.items():
                assert isinstance(after, tuple)
                yield Move(weight, (after[1], reward), after, after[0], run == streak)
        else:
            for c in range(groups):
                yield Move(Fraction(1, groups), (c, reward), (mapping, c, run, given))

    return Generator(fresh, step, [*range(n), "other"], opening=lambda hidden: hidden[1])  # type: ignore[index]


def target_orbits(n: int, streak: int) -> Machine:
    """The agent's orbit machine of :func:`hidden_target`: how many candidates are left, or the streak."""

    def tries(situation: tuple[str, int]) -> Iterable[Try]:
        kind, value = situation
        solved: tuple[str, int] = ("open", n)
        if kind == "known":
            after = solved if value + 1 == streak else ("known", value + 1)
            yield Try("target", 1, [(1, ONE, after)], ONE if after == solved else NONE)
            yield Try("wrong", n, [(-1, ONE, ("known", 0))])
            return
        hit = solved if streak == 1 else ("known", 1)
        miss = ("known", 0) if value == 2 else ("open", value - 1)
        chance = Fraction(1, value)
        gain = chance if streak == 1 else NONE
        yield Try("guess", value, [(1, chance, hit), (-1, 1 - chance, miss)], gain)
        yield Try("wrong", n - value + 1, [(-1, ONE, situation)])

    start: tuple[str, int] = ("open", n)
    return orbit_machine(start, tries, lambda s: n if s[0] == "known" else comb(n, s[1]))


def grouped_orbits(groups: int, n: int, streak: int, injective: bool = False) -> Machine:
    """The agent's orbit machine of :func:`grouped_targets`, by brute-force canonical forms (small ``n``)."""
    maps = list(permutations(range(n), groups) if injective else product(range(n), repeat=groups))
    everything = frozenset(maps)
    group = symmetries(groups, n)
    canon: dict[Hashable, tuple[Hashable, int]] = {}

    def asked(space: frozenset[tuple[int, ...]], c: int) -> tuple[str, int]:
        answers = {m[c] for m in space}
        return ("known", next(iter(answers))) if len(answers) == 1 else ("open", c)

    def canonical(space: frozenset[tuple[int, ...]], c: int) -> Hashable:
        key = (space, asked(space, c))
        if key not in canon:
            canon[key] = _least_image(key, group)
        return canon[key]

    def after(
        space: frozenset[tuple[int, ...]], run: int, reward: int
    ) -> list[tuple[Hashable, Fraction, Hashable]]:
        if run == streak:
            space, run = everything, 0
        return [((c, reward), Fraction(1, groups), (canonical(space, c), run)) for c in range(groups)]

    def tries(situation: Hashable) -> Iterable[Try]:
        assert isinstance(situation, tuple)
        (form, _size), run = situation
        space, (kind, value) = form
        gain = ONE if run + 1 == streak else NONE
        for x in range(n):
            answers = _split_by(space, kind, value, x)
            moves, solved = [], NONE
            for right, part, weight in answers:
                solved += weight * gain if right else NONE
                for output, share, target in after(part, run + 1 if right else 0, 1 if right else -1):
                    moves.append((output, share * weight, target))
            yield Try(x, 1, moves, solved)
        yield Try("other", 1, after(space, 0, -1))

    start = (canonical(everything, 0), 0)
    return orbit_machine(start, tries, lambda s: int(s[0][1]))  # type: ignore[index]


def _split_by(
    space: frozenset[tuple[int, ...]], kind: str, value: int, x: int
) -> list[tuple[bool, frozenset[tuple[int, ...]], Fraction]]:
    """What answering ``x`` can reveal: right or wrong, the maps left, and how likely."""
    if kind == "known":
        return [(x == value, space, ONE)]
    hit = frozenset(m for m in space if m[value] == x)
    parts = [(True, hit), (False, space - hit)]
    return [(right, part, Fraction(len(part), len(space))) for right, part in parts if part]


def _least_image(
    key: tuple[frozenset[tuple[int, ...]], tuple[str, int]], group: list[tuple[tuple[int, ...], ...]]
) -> tuple[Hashable, int]:
    """The canonical form under renaming groups and symbols, and the size of the orbit."""
    space, (kind, value) = key
    images = set()
    for places, symbols in group:
        moved = []
        for m in space:
            image = [0] * len(m)
            for c, x in enumerate(m):
                image[places[c]] = symbols[x]
            moved.append(tuple(image))
        images.add((tuple(sorted(moved)), (kind, places[value] if kind == "open" else symbols[value])))
    least = min(images)
    return (frozenset(least[0]), least[1]), len(images)


def shown_permutation_orbits(n: int, streak: int) -> Machine:
    """A permutation of ``n`` keys is learned; the right answer is shown after each question (as micro 5.1).

    Speaking while the answer is shown costs the streak, except on the last byte of an instance.
    """

    def learned(j: int) -> int:
        return n if j >= n - 1 else j

    def asked(j: int, run: int, reward: int) -> list[tuple[Hashable, Fraction, Hashable]]:
        known = Fraction(j, n)
        return [
            (("known", reward), known, ("known", j, run)),
            (("open", reward), 1 - known, ("open", j, run)),
        ]

    def tries(situation: tuple[str, int, int]) -> Iterable[Try]:
        kind, j, run = situation
        done = run + 1 == streak
        right = ("end", 0, 0) if done else ("shown", learned(j + (kind == "open")), run + 1)
        wrong = ("shown", learned(j + (kind == "open")), 0)
        if kind == "end":
            yield Try("silent", 1, asked(0, 0, 0))
            yield Try("speak", n, asked(0, 0, 0))
        elif kind == "shown":
            yield Try("silent", 1, asked(j, run, 0))
            yield Try("speak", n, asked(j, 0, -1))
        elif kind == "known":
            yield Try("answer", 1, [(1, ONE, right)], ONE if done else NONE)
            yield Try("wrong", n, [(-1, ONE, wrong)])
        else:
            chance = Fraction(1, n - j)
            solved = chance if done else NONE
            yield Try("guess", n - j, [(1, chance, right), (-1, 1 - chance, wrong)], solved)
            yield Try("wrong", j + 1, [(-1, ONE, wrong)])

    def size(situation: tuple[str, int, int]) -> int:
        kind, j, _run = situation
        maps = comb(n, j) * perm(n, j)
        return {"end": 1, "shown": maps, "known": maps * j, "open": maps * (n - j)}[kind]

    return orbit_machine(("open", 0, 0), tries, size)


def copying() -> RoleMachine:
    """Everything is answered by itself, every answer is rewarded."""
    right, wrong = (((1, "question"), 1.0, 0),), (((-1, "question"), 1.0, 0),)
    return RoleMachine(({"best": right, "bad": wrong, "silent": wrong},))


def hidden_target_roles(n: int, streak: int) -> RoleMachine:
    """One secret symbol among ``n``."""
    return _silent_roles(target_orbits(n, streak))


def permutation_roles(n: int, streak: int) -> RoleMachine:
    """A secret permutation of ``n`` symbols, no feedback but the reward."""
    return _silent_roles(grouped_orbits(n, n, streak, injective=True))


def _reward(output: Hashable) -> int:
    return int(output[1]) if isinstance(output, tuple) else int(str(output))


def _silent_roles(machine: Machine) -> RoleMachine:
    """Roles where every byte is an answer and silence is a wrong one."""

    def chance(offer: Offer) -> Fraction:
        return sum((edge.weight for edge in offer.edges if _reward(edge.output) > 0), Fraction(0))

    def role(state: int, offer: Offer) -> tuple[str, ...]:
        top = max(chance(other) for other in machine.offers[state])
        if chance(offer) == top:
            return ("best",)
        return ("bad", "silent") if offer.label in ("wrong", "other") else ()

    def label(_state: int, _offer: Offer, edge: Edge) -> Label:
        return _reward(edge.output), "question"

    return role_machine(machine, role, label)
