"""Which method measures which task: the one list to look into, and to add to.

Every entry computes the figure of a task at its original parameters, from nothing but the task's own code and, where
one task is part of another, the stored figures of its parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from gradus.mechanics.measures.figure import Complexity
from gradus.mechanics.models.exact import MODELS, exact_figure
from gradus.mechanics.models.extrapolated import mini_figure, operands_figure, permuted_letters_figure
from gradus.mechanics.models.fixed_length_mappings import fixed_length_figure
from gradus.mechanics.models.mixed_kinds import (
    announced_synonyms_figure,
    known_synonyms_figure,
    one_of_several_figure,
)
from gradus.mechanics.models.mixed_length_mappings import mixed_length_figure, word_mapping_figure
from gradus.mechanics.models.several_words import several_words_figure
from gradus.mechanics.models.single_letters import one_letter_orbits
from gradus.mechanics.models.table import figure_of, table
from gradus.school import UserError, hint

Method = Callable[[], Complexity]


def _each(figure: Callable[[str], Complexity], names: Iterable[str]) -> dict[str, Method]:
    return {name: partial(figure, name) for name in names}


def _parts(*numbers: str) -> list[Complexity]:
    return [figure_of(f"micro{number}") for number in numbers]


METHODS: dict[str, Method] = {
    **_each(exact_figure, MODELS),
    "micro3": lambda: permuted_letters_figure(one_letter_orbits, figure_of("micro2").low),
    "micro5.4": partial(fixed_length_figure, "micro5.4"),
    **_each(mixed_length_figure, [f"micro5.{i}" for i in (7, 8, 9, 12, 13, 15, 16, 17, 18)]),
    "micro6": word_mapping_figure,
    **_each(several_words_figure, ["micro7.3", "micro10"]),
    "micro13.2": operands_figure,
    "micro16": lambda: one_of_several_figure(_parts("9.2", "11", "12")),
    "micro19": lambda: known_synonyms_figure(_parts("11", "12", "14")),
    "micro20": announced_synonyms_figure,
    **{f"mini{i}": partial(mini_figure, i) for i in range(6)},
}
"""For every task of the table how its figure is computed."""


def compute(name: str) -> Complexity:
    """The figure of a task, computed now; minutes for the largest."""
    if name not in METHODS:
        raise UserError(f"No complexity is known for the task {name!r}.{hint(name, table())}")
    return METHODS[name]()


def check_stored(name: str, tolerance: float = 1e-4) -> Complexity:
    """Compute a figure again and refuse a table that says otherwise."""
    fresh, old = compute(name), figure_of(name)
    ends = zip((fresh.low, fresh.high, *fresh.running), (old.low, old.high, *old.running), strict=True)
    apart = max(abs(one - two) for one, two in ends)
    if apart > tolerance:
        raise UserError(f"The table's C_mu of {name!r} differs from a new computation by {apart:.2g} bits.")
    return replace(fresh)
