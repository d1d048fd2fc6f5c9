"""The shared idea: task spaces, tickets, outcomes, the teacher contract, chance, records, registries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gradus.school.lazy import lazily
from gradus.school.moved import moved, renamed

if TYPE_CHECKING:
    from gradus.school.accidents import blame
    from gradus.school.accidents import in_words as accident_in_words
    from gradus.school.chance import Chooser, Recorder, Replayer, Sampler, branches, distribution
    from gradus.school.errors import BusyError, DamagedError, EndedError, FolderError, Remark, UserError, hint
    from gradus.school.files import FORMAT, read_json, write_json, write_text
    from gradus.school.lock import FolderLock
    from gradus.school.one_thread import load_jax
    from gradus.school.options import (
        Option,
        OptionForm,
        command_words,
        field_docs,
        options_of,
        plain_text,
        plain_value,
    )
    from gradus.school.record import RunFolder, patiently
    from gradus.school.registry import Registry, construct
    from gradus.school.space import Box, Discrete, Space, space_from_spec
    from gradus.school.tabular import Tabular
    from gradus.school.teacher import Requirement, Teacher, ValueEstimator, generator
    from gradus.school.ticket import REASONS, Coordinates, Outcome, Reason, TaskKey, Ticket, task_id
    from gradus.school.versions import Versions, compare_versions, describe
    from gradus.school.workers import STOPPING, Submit, crew, tell
else:
    __getattr__, __dir__ = lazily(
        __name__,
        {
            "Form": "gradus.school:OptionForm",
            "Task": "gradus.school:TaskKey",
        },
    )


__all__ = [
    "FORMAT",
    "REASONS",
    "STOPPING",
    "Box",
    "BusyError",
    "Chooser",
    "Coordinates",
    "DamagedError",
    "EndedError",
    "Discrete",
    "FolderError",
    "FolderLock",
    "OptionForm",
    "Option",
    "Outcome",
    "Reason",
    "Recorder",
    "Registry",
    "Remark",
    "Replayer",
    "Requirement",
    "RunFolder",
    "Sampler",
    "Space",
    "Submit",
    "Tabular",
    "TaskKey",
    "Teacher",
    "Ticket",
    "UserError",
    "ValueEstimator",
    "Versions",
    "accident_in_words",
    "blame",
    "branches",
    "compare_versions",
    "construct",
    "crew",
    "command_words",
    "describe",
    "field_docs",
    "moved",
    "options_of",
    "distribution",
    "generator",
    "hint",
    "lazily",
    "load_jax",
    "patiently",
    "plain_text",
    "plain_value",
    "read_json",
    "renamed",
    "space_from_spec",
    "task_id",
    "tell",
    "write_json",
    "write_text",
]
