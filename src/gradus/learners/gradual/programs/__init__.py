"""Programs: a typed language without any built-in symbol, and a search for programs that explain examples."""

from __future__ import annotations

from gradus.learners.gradual.programs.judge import NEW, Found, rename
from gradus.learners.gradual.programs.language import (
    EACH,
    ELSE,
    HOLE,
    LEAVES,
    OPERATORS,
    REMEMBERING,
    THOSE,
    Case,
    Operator,
    Program,
    cut,
    fill,
    run,
)
from gradus.learners.gradual.programs.mapping import KEPT, LEFT
from gradus.learners.gradual.programs.naming import naming_places
from gradus.learners.gradual.programs.pieces import doubt, sign_around, standing_for
from gradus.learners.gradual.programs.problem import Problem, find_leaves
from gradus.learners.gradual.programs.search import Search
from gradus.learners.gradual.programs.settings import SearchSettings
from gradus.learners.gradual.programs.tables import STEP, Table, counted_digits, longest_chain
from gradus.learners.gradual.programs.turns import lesson
from gradus.learners.gradual.programs.world import Function, World

__all__ = [
    "EACH",
    "ELSE",
    "HOLE",
    "KEPT",
    "LEAVES",
    "LEFT",
    "NEW",
    "OPERATORS",
    "REMEMBERING",
    "STEP",
    "THOSE",
    "Case",
    "Found",
    "Function",
    "Operator",
    "Problem",
    "Program",
    "Search",
    "SearchSettings",
    "Table",
    "World",
    "counted_digits",
    "cut",
    "doubt",
    "fill",
    "find_leaves",
    "lesson",
    "longest_chain",
    "naming_places",
    "rename",
    "run",
    "sign_around",
    "standing_for",
]
