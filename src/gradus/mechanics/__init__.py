"""How complex is a task? Epsilon-machines and epsilon-transducers: build, minimise, measure, draw, order.

Everything is in bits. A figure always comes with its view, its class of inputs and its parameters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gradus.school import lazily

if TYPE_CHECKING:
    from gradus.mechanics.machines.beliefs import VIEWS, Generator, Move, View, belief_closure
    from gradus.mechanics.machines.examples import channel, process
    from gradus.mechanics.machines.machine import OTHER, Edge, Machine, Offer
    from gradus.mechanics.machines.minimise import causal_states, minimise, recurrent
    from gradus.mechanics.machines.orbits import count_states, topological
    from gradus.mechanics.machines.regex import machine_from_regex
    from gradus.mechanics.machines.sampling import sample
    from gradus.mechanics.machines.step_function import machine_from_step
    from gradus.mechanics.machines.task_code import measured_variant, task_generator
    from gradus.mechanics.measures.correlation import complexities, correlate, rises, steps_of
    from gradus.mechanics.measures.data import read_csv, windows_of
    from gradus.mechanics.measures.driven import Driven, by_label, drive, drive_by, uniform
    from gradus.mechanics.measures.environment import Measured, measure_env, measure_machine
    from gradus.mechanics.measures.feedback import Bracket, expert_complexity, feedback_complexity
    from gradus.mechanics.measures.figure import Complexity, running_text
    from gradus.mechanics.measures.inference import infer
    from gradus.mechanics.measures.learned import Learned
    from gradus.mechanics.measures.order import OrderReport, order_check
    from gradus.mechanics.measures.process import ProcessMeasures, measure_process
    from gradus.mechanics.measures.transcripts import (
        agreement,
        explored,
        instance_machine,
        learn,
        read_instances,
    )
    from gradus.mechanics.models.exact import machine_of
    from gradus.mechanics.models.followed import follow, followed_machine
    from gradus.mechanics.models.graded import FAMILIES, graded_curriculum
    from gradus.mechanics.models.informed import costs_of, floors_of, informed_steps
    from gradus.mechanics.models.methods import compute
    from gradus.mechanics.models.preparation import Preparation, preparation_of, preparations, prepared_by
    from gradus.mechanics.models.shared_structure import gains, prepares
    from gradus.mechanics.models.small_variants import SMALL, drawn_machine, small_variant
    from gradus.mechanics.models.table import figure_of, table
    from gradus.mechanics.output.page import page
    from gradus.mechanics.output.picture import labels_of, rendered, svg
    from gradus.mechanics.output.preparation import preparation_dot
else:
    __getattr__, __dir__ = lazily(
        __name__,
        {
            "Figure": "gradus.mechanics:Complexity",
            "read_run": "gradus.mechanics:read_instances",
        },
    )


__all__ = [
    "FAMILIES",
    "OTHER",
    "SMALL",
    "VIEWS",
    "Bracket",
    "Driven",
    "Edge",
    "Complexity",
    "Generator",
    "Learned",
    "Machine",
    "Measured",
    "Move",
    "Offer",
    "OrderReport",
    "Preparation",
    "ProcessMeasures",
    "View",
    "agreement",
    "belief_closure",
    "by_label",
    "causal_states",
    "channel",
    "complexities",
    "compute",
    "correlate",
    "costs_of",
    "count_states",
    "drawn_machine",
    "drive",
    "drive_by",
    "expert_complexity",
    "explored",
    "feedback_complexity",
    "figure_of",
    "floors_of",
    "follow",
    "followed_machine",
    "gains",
    "graded_curriculum",
    "infer",
    "informed_steps",
    "instance_machine",
    "labels_of",
    "learn",
    "machine_from_regex",
    "machine_from_step",
    "machine_of",
    "measure_env",
    "measure_machine",
    "measure_process",
    "measured_variant",
    "minimise",
    "order_check",
    "page",
    "preparation_dot",
    "preparation_of",
    "preparations",
    "prepared_by",
    "prepares",
    "process",
    "read_csv",
    "read_instances",
    "recurrent",
    "rendered",
    "rises",
    "running_text",
    "sample",
    "small_variant",
    "steps_of",
    "svg",
    "table",
    "task_generator",
    "topological",
    "uniform",
    "windows_of",
]
