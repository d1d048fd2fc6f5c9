"""An exam that was held: its settings and what it found, as ``table.json`` keeps them."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic

from gradus.exams.catalogue import EXAMS
from gradus.exams.exam import Exam
from gradus.exams.human import Human, HumanResult, human_result
from gradus.exams.sections import Line, R, Section, Shown, run_lines
from gradus.school import DamagedError, UserError, read_json, write_json


@dataclass(frozen=True, eq=False)
class ExamRecord(Generic[R]):
    """What is stored of an exam, and all that a terminal, a report or a page shows of it."""

    protocol: str
    settings: Mapping[str, Any]
    """As JSON: the learner and the curriculum need not be here."""
    result: R

    @property
    def shown(self) -> type[Shown[Any]]:
        """Who knows how to show it."""
        return protocol_of(self.protocol)

    @property
    def verdict(self) -> str | None:
        """What was found, in a few words; None: the exam gives no verdict."""
        return self.shown.verdict(self.result)

    def lines(self) -> Iterator[Line]:
        """What the terminal shows."""
        yield from run_lines(self.result.runs)
        yield from self.shown.lines(self.result)

    def sections(self, who: str) -> list[Section]:
        """What a report shows of it."""
        return list(self.shown.sections(self.result, who, self.settings))

    def command(self, folder: str | Path) -> str:
        """The command line that makes it again."""
        return command_of(self.protocol, self.settings, folder)

    def to_json(self) -> dict[str, Any]:
        """What ``table.json`` holds."""
        return {"protocol": self.protocol, "settings": dict(self.settings), "table": self.result.to_json()}

    def write(self, folder: Path) -> None:
        """Keep it in a folder."""
        write_json(folder / "table.json", self.to_json())

    def __eq__(self, other: object) -> bool:
        """Equal if the same would be stored; a figure that is not a number is equal to itself then."""
        return isinstance(other, ExamRecord) and self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]

    def __getitem__(self, name: str) -> Any:
        warnings.warn(
            "An exam returns an ExamRecord: ask for .result; its dictionary is .to_json(). This way will be gone in "
            "the next version.",
            DeprecationWarning,
            stacklevel=2,
        )
        return self.to_json()[name]


def read_exam(folder: str | Path) -> ExamRecord[Any]:
    """The record that an exam left in its folder; one that is damaged is refused in one sentence."""
    path = Path(folder) / "table.json"
    found = read_json(path)
    try:
        protocol, settings, table = found["protocol"], found["settings"], found["table"]
        shown = protocol_of(protocol)
    except (KeyError, TypeError, AttributeError) as error:
        missing = error if isinstance(error, KeyError) else "protocol, settings and table"
        raise DamagedError(f"{path} is damaged: it has no {missing}.") from None
    if not isinstance(settings, Mapping):
        raise DamagedError(f"{path} is damaged: its settings are no table.")
    try:
        return ExamRecord(protocol, settings, shown.result_type.from_json(table, f"The result in {path}"))
    except UserError as error:
        raise DamagedError(str(error)) from error


def human_record(
    people: Sequence[str | Path], agents: Sequence[str | Path] = (), level: float = 0.9
) -> ExamRecord[HumanResult]:
    """People's recorded runs and, if there are any, agents' on the same tasks, as a record."""
    settings = {"people": [str(p) for p in people], "agents": [str(a) for a in agents], "level": level}
    return ExamRecord(Human.protocol, settings, human_result(people, agents, level))


def protocol_of(name: str) -> type[Shown[Any]]:
    """Who shows the results of a protocol; of one that is not installed here everything that has rows is shown."""
    if name == Human.protocol:
        return Human
    return EXAMS.get(name) if name in EXAMS.available() else Exam


def command_of(protocol: str, settings: Mapping[str, Any], folder: str | Path) -> str:
    """The command line that holds an exam again, also of one that is not installed here."""
    return protocol_of(protocol).repeat(protocol, settings, folder)
