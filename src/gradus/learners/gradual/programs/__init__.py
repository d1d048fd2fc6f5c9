"""Programs: a typed language without any built-in symbol, and a search for programs that explain examples."""

from __future__ import annotations

from gradus.learners.gradual.programs.judge import NEW, Found, rename
from gradus.learners.gradual.programs.language import EACH, ELSE, HOLE, THOSE, Operator, Program, fill
from gradus.learners.gradual.programs.leaves import LEAVES, REMEMBERING, Case, cut
from gradus.learners.gradual.programs.mapping import KEPT, LEFT
from gradus.learners.gradual.programs.meanings import naming_places
from gradus.learners.gradual.programs.numerals import counted_digits
from gradus.learners.gradual.programs.operators import OPERATORS
from gradus.learners.gradual.programs.pieces import doubt, sign_around, standing_for
from gradus.learners.gradual.programs.problem import Problem, find_leaves
from gradus.learners.gradual.programs.running import run
from gradus.learners.gradual.programs.search import Search
from gradus.learners.gradual.programs.settings import SearchSettings
from gradus.learners.gradual.programs.tables import STEP, Table, longest_chain
from gradus.learners.gradual.programs.turns import DUE, EACH_TIME, lesson
from gradus.learners.gradual.programs.world import Function, World

__all__ = [
    "DUE",
    "EACH",
    "EACH_TIME",
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
