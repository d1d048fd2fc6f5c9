"""The shared idea: task spaces, tickets, outcomes, the teacher contract, chance, records, registries."""

from __future__ import annotations

from gradus.school.chance import Chooser, Recorder, Replayer, Sampler, branches, distribution
from gradus.school.errors import UserError, hint
from gradus.school.record import RunFolder, Versions, describe, read_json, write_json
from gradus.school.registry import Registry
from gradus.school.space import Box, Discrete, Space, space_from_spec
from gradus.school.teacher import Teacher, ValueEstimator, generator
from gradus.school.ticket import REASONS, Outcome, Reason, Task, Ticket, task_id

__all__ = [
    "REASONS",
    "Box",
    "Chooser",
    "Discrete",
    "Outcome",
    "Reason",
    "Recorder",
    "Registry",
    "Replayer",
    "RunFolder",
    "Sampler",
    "Space",
    "Task",
    "Teacher",
    "Ticket",
    "UserError",
    "ValueEstimator",
    "Versions",
    "branches",
    "describe",
    "distribution",
    "generator",
    "hint",
    "read_json",
    "space_from_spec",
    "task_id",
    "write_json",
]
