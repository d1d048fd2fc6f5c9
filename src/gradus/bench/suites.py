"""Suites are data: a table of experiments, teachers, levels of expert knowledge and tiers of effort.

Someone who adds a suite writes a table file and nothing else: named by its path, or known by a name through the entry
point group ``gradus.suite`` (the :class:`~pathlib.Path` of the file).
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

import msgspec

from gradus.school import Registry, UserError, hint
from gradus.school.typed import WrittenTable, read_file, read_settings, read_table
from gradus.teachers import Knowledge

SUITES: Registry[Path] = Registry("suite")
"""The table file of every suite by its name."""

for _file in sorted(Path(str(files("gradus.bench") / "suites")).glob("*.toml")):
    SUITES.add(_file.stem, _file)


class Variant(WrittenTable, frozen=True):
    """One of the parts that an experiment pools."""

    name: str
    plan: dict[str, Any] = {}


class Experiment(WrittenTable, frozen=True):
    """One question that a suite asks."""

    name: str
    text: str = ""
    plan: dict[str, Any] = {}
    """Entries of its plans."""
    forget_share: float | None = None
    """The share of a run after which the student starts afresh, again and again."""
    variants: tuple[Variant, ...] = (Variant("", {}),)


class Tier(WrittenTable, frozen=True):
    """How much effort; what is None is as the suite says."""

    seeds: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    plan: dict[str, Any] = {}
    settings: dict[str, dict[str, Any]] = {}
    """Settings of single teachers, by name: what belongs to the length of this tier's runs."""
    teachers: tuple[str, ...] | None = None
    levels: tuple[str, ...] | None = None
    experiments: tuple[str, ...] | None = None


class Suite(WrittenTable, frozen=True):
    """A table of experiments, teachers, levels of expert knowledge and tiers of effort."""

    name: str
    teachers: tuple[str, ...]
    levels: tuple[str, ...]
    experiment: tuple[Experiment, ...]
    tiers: dict[str, Tier]
    text: str = ""
    plan: dict[str, Any] = {}
    """Entries of every plan."""
    knowledge: dict[str, Any] = {}
    """What experts know about the task space."""

    @property
    def expert(self) -> Knowledge:
        """The expert knowledge."""
        return read_settings(Knowledge, self.knowledge, f"knowledge of the suite {self.name!r}", "entry")


def available() -> list[str]:
    """The names of all suites."""
    return SUITES.available()


def load(name: str) -> Suite:
    """A suite, by name or by the path of a table file."""
    path = Path(name)
    if path.suffix != ".toml":
        if name not in available():
            raise UserError(
                f"There is no suite {name!r}, only {', '.join(available())}.{hint(name, available())}"
            )
        path = Path(SUITES.get(name))
    table = read_file(path, tomllib.loads, "suite")
    suite = read_table({"name": path.stem, **table}, Suite, f"The suite {name}")
    names = [experiment.name for experiment in suite.experiment]
    for title, texts in (
        ("experiment", names),
        *((f"variant of {e.name}", _names(e)) for e in suite.experiment),
    ):
        for text in texts:
            if texts.count(text) > 1 or Path(text).name != text:
                raise UserError(f"The suite {name}: each {title} needs a name of its own, not {text!r}.")
    return suite


def _names(experiment: Experiment) -> list[str]:
    return [variant.name for variant in experiment.variants]
