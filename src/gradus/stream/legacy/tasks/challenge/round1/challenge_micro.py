"""The forty micro-tasks under their names of 2017; what they ask comes from our catalogue."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from string import ascii_lowercase
from typing import Any

from gradus.stream.configuration import TASK_CLASSES
from gradus.stream.legacy.tasks.challenge.round1.catalogue import catalogue_task, in_the_manner_of_2017
from gradus.stream.legacy.tasks.challenge.round1.micro_base import (
    REQUIRED_CONSECUTIVE_REWARDS,
    FeedbackMappingTaskMixin,
    MicroBase,
    MicroMappingTask,
    random_string_from,
    random_strings_from,
)
from gradus.stream.legacy.tasks.challenge.round1.task_generator import TaskGenerator

__all__ = [
    "DICTIONARY_FILE",
    "REQUIRED_CONSECUTIVE_REWARDS",
    "FeedbackMappingTaskMixin",
    "MicroBase",
    "MicroMappingTask",
    "TaskGenerator",
    "forbid_dictionary_strings",
    "load_dictionary",
    "random_string_from",
    "random_strings_from",
]

ALPHABET_SIZE = 4
MAPPING_SIZE = 10
base_alphabet = ascii_lowercase
DICTIONARY_FILE = str(files("gradus.stream").joinpath("words.txt"))


def load_dictionary(file_name: str = DICTIONARY_FILE) -> list[str]:
    """The words of a file, without those that contain a forbidden string."""
    words = Path(file_name).read_text(encoding="utf-8").split()
    forbidden = load_dictionary.forbidden_strings  # type: ignore[attr-defined]
    return [word for word in words if not any(string in word for string in forbidden)]


load_dictionary.forbidden_strings = []  # type: ignore[attr-defined]


@contextmanager
def forbid_dictionary_strings(strings: Any) -> Iterator[None]:
    """Leave words with these strings out of the dictionary for a while."""
    before = load_dictionary.forbidden_strings  # type: ignore[attr-defined]
    load_dictionary.forbidden_strings = list(strings)  # type: ignore[attr-defined]
    try:
        yield
    finally:
        load_dictionary.forbidden_strings = before  # type: ignore[attr-defined]


for _path, _id in TASK_CLASSES.items():
    if _id.startswith("micro"):
        _quirk = {"suffix_is_enough": True} if _id == "micro13.1" else {}
        _name = _path.rpartition(".")[2]
        __all__ += [_name]
        globals()[_name] = in_the_manner_of_2017(catalogue_task(_id, **_quirk), _name, __name__)
