"""How complex is a task? Epsilon-machines and epsilon-transducers: build, minimise, measure, draw, order.

Everything is in bits. A figure always comes with its view, its class of inputs and its parameters.
"""

from __future__ import annotations

from gradus.mechanics.beliefs import VIEWS, Generator, Move, View, belief_closure
from gradus.mechanics.correlation import complexities, correlate, rises, steps_of
from gradus.mechanics.draw import svg
from gradus.mechanics.drawable import drawn_machine
from gradus.mechanics.figures import Figure
from gradus.mechanics.from_code import task_generator
from gradus.mechanics.graded import FAMILIES, graded_curriculum
from gradus.mechanics.law import Driven, by_label, drive, drive_by, uniform
from gradus.mechanics.machine import OTHER, Edge, Machine, Offer
from gradus.mechanics.minimise import causal_states, minimise, recurrent
from gradus.mechanics.models import machine_of
from gradus.mechanics.orbits import count_states, topological
from gradus.mechanics.order import OrderReport, order_check
from gradus.mechanics.page import page
from gradus.mechanics.process import ProcessMeasures, measure_process
from gradus.mechanics.program import Bracket, expert_complexity, feedback_complexity
from gradus.mechanics.table import compute, figure_of, table
from gradus.mechanics.transcripts import learn, read_run

__all__ = [
    "FAMILIES",
    "OTHER",
    "VIEWS",
    "Bracket",
    "Driven",
    "Edge",
    "Figure",
    "Generator",
    "Machine",
    "Move",
    "Offer",
    "OrderReport",
    "ProcessMeasures",
    "View",
    "belief_closure",
    "by_label",
    "causal_states",
    "complexities",
    "compute",
    "correlate",
    "count_states",
    "drawn_machine",
    "drive",
    "drive_by",
    "expert_complexity",
    "feedback_complexity",
    "figure_of",
    "graded_curriculum",
    "learn",
    "machine_of",
    "measure_process",
    "minimise",
    "order_check",
    "page",
    "read_run",
    "recurrent",
    "rises",
    "steps_of",
    "svg",
    "table",
    "task_generator",
    "topological",
    "uniform",
]
