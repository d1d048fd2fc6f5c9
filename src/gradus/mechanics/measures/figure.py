"""One row of the complexity table: a figure that says what it is a figure of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from math import log2
from typing import Any, Literal

from gradus.school import UserError

Kind = Literal["exact", "bracketed", "extrapolated"]


def proved_kind(low: float, high: float) -> Kind:
    """What a proved bracket at original parameters is called: exact up to 0.01 bit of width."""
    return "exact" if high - low <= 0.01 else "bracketed"


def dropped_bracket(low: float, high: float, streak: int) -> tuple[float, float]:
    """C_mu with the last reply dropped, bounded by C_mu with it examined, for a task without hidden parameters.

    Dropping the reply makes the streak visible and changes nothing else: speaking out of turn is punished but moves the
    task nowhere. So every agent of the examined task visits its states just as often here (lower end), and what is
    added is at most which of ``streak`` + 1 standings it is: a streak short of the end, or the end (upper end).
    """
    return low, high + log2(streak + 1)


@dataclass(frozen=True)
class Complexity:
    """The complexity of a task, with everything needed to read it rightly. Bits throughout."""

    task: str
    """The task's id."""
    kind: Kind
    """``exact``: bracket at most 0.01 wide at original parameters; ``bracketed``: proved but wider;
    ``extrapolated``: from smaller parameters or a simplified model, not proved."""
    c0: float
    """C_0: log2 of the number of causal states."""
    low: float
    """Lower end of C_mu."""
    high: float
    """Upper end of C_mu."""
    method: str
    """How it was obtained."""
    view: str = "agent"
    """Who looks: the agent sees bytes and rewards only."""
    inputs: str = "feedback"
    """The class of inputs of the supremum: agents that see the outputs."""
    limits: str = "off"
    """Soft, hard and time limits."""
    questions: str = "independent"
    """How questions are drawn."""
    last_reply: str = "dropped"
    """Whether the reply to the last byte of an instance is dropped, as it is in the stream, or examined."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """Parameters that differ from the task's own."""
    orbits: int | None = None
    """States of the machine that was solved."""
    states: str | None = None
    """Causal states, exactly, if counted."""
    structural: float | None = None
    """Of the lower end: bits that tell situations apart."""
    content: float | None = None
    """Of the lower end: bits that say which symbols are involved."""
    uniform: float | None = None
    """C_X of an agent that says uniformly random bytes."""
    expert: tuple[float, float] | None = None
    """C*: complexity under the fastest solvers, as a bracket."""
    steps: float | None = None
    """Least expected steps per solved instance."""
    dropped: tuple[float, float] | None = None
    """C_mu with the last reply dropped, where the headline has it examined: measured, or by :func:`dropped_bracket`."""
    small: tuple[tuple[str, float, float], ...] = ()
    """For extrapolations: settings measured, their predictor, their C_mu."""
    weakness: str | None = None
    """For extrapolations: how far the law reaches beyond what was measured, and how well it foretold that."""

    @property
    def running(self) -> tuple[float, float]:
        """C_mu of the stream as it runs, last reply dropped: the one convention in which all tasks can be compared."""
        if self.last_reply == "dropped":
            return self.low, self.high
        if self.dropped is None:
            raise UserError(
                f"The figure of {self.task!r} does not say what C_mu is with the last reply dropped."
            )
        return self.dropped

    @property
    def width(self) -> float:
        """How far the ends are apart."""
        return self.high - self.low

    def to_json(self) -> dict[str, Any]:
        """The public JSON row."""
        row = {k: v for k, v in asdict(self).items() if v not in (None, (), {})}
        low, high = row.pop("low"), row.pop("high")
        row["C_0"] = row.pop("c0")
        row["C_mu"] = {"low": low, "high": high}
        return row

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> Complexity:
        """The figure that :meth:`to_json` wrote."""
        values = dict(row)
        bounds = values.pop("C_mu")
        values |= {"c0": values.pop("C_0"), "low": bounds["low"], "high": bounds["high"]}
        for name in ("expert", "dropped"):
            if values.get(name) is not None:
                values[name] = tuple(values[name])
        values["small"] = tuple((s[0], s[1], s[2]) for s in values.get("small", ()))
        return cls(**values)


def running_text(figure: Complexity) -> str:
    """C_mu as the stream runs, in as many digits as are known; empty where the headline is that figure."""
    if figure.last_reply == "dropped":
        return ""
    low, high = figure.running
    if figure.kind == "extrapolated":
        return f"~{low:.1f} to {high:.1f}"
    return f"{low:.3f}" if high - low <= 0.01 else f"{low:.1f} to {high:.1f}"
