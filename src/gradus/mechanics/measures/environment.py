"""How complex is an environment? C_0 and C_mu of anything with Gymnasium's interface and finitely many states."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf, isfinite
from typing import Any

import gymnasium

from gradus.mechanics.machines.beliefs import UNKNOWN, Generator, belief_closure
from gradus.mechanics.machines.environment import begins_like, env_generator
from gradus.mechanics.machines.machine import Machine
from gradus.mechanics.machines.minimise import causal_states
from gradus.mechanics.machines.orbits import topological
from gradus.mechanics.measures.driven import drive, uniform
from gradus.mechanics.measures.feedback import Bracket, feedback_complexity
from gradus.mechanics.measures.unbounded import reached_complexity
from gradus.school import UserError


@dataclass(frozen=True)
class Measured:
    """The complexity of a machine from outside, with what it is a figure of. Bits throughout."""

    name: str
    machine: Machine
    """Its recurrent causal states."""
    states: int
    """How many there are; of an unbounded machine, how many the part has in which the lower end is reached."""
    c0: float
    """C_0: log2 of their number, infinite for an unbounded machine."""
    bracket: Bracket
    """C_mu: the supremum over all agents that see the outputs."""
    uniform: float | None
    """C_X of an agent that chooses uniformly among the inputs; not known of an unbounded machine."""
    inputs: str = "feedback"
    view: str = "agent"
    limits: str = "off"
    begins: str = ""
    """The resets with which all episodes begin, where other seeds would begin otherwise."""

    @property
    def bounded(self) -> bool:
        """Whether all its states could be followed."""
        return isfinite(self.c0)

    def to_json(self) -> dict[str, Any]:
        """The public JSON row."""
        return {
            "task": self.name,
            "kind": "exact" if self.bracket.width <= 0.01 else "bracketed",
            "C_0": self.c0 if self.bounded else None,
            "C_mu": {"low": self.bracket.low, "high": self.bracket.high if self.bounded else None},
            "view": self.view,
            "inputs": self.inputs,
            "limits": self.limits,
            "states": str(self.states) if self.bounded else f"more than {self.states}",
            "uniform": self.uniform,
            **({"begins": self.begins} if self.begins else {}),
        }


def measure_machine(machine: Machine, name: str = "machine") -> Measured:
    """States, C_0, C_mu and C_X under uniform inputs of any machine, minimised first."""
    minimal = causal_states(machine)
    return Measured(
        name,
        minimal,
        len(minimal),
        topological(minimal),
        feedback_complexity(minimal),
        drive(minimal, uniform(minimal)).complexity,
    )


def measure_env(
    env: gymnasium.Env[Any, Any] | str, starts: Sequence[int] = (0,), cap: int = 20_000, **options: Any
) -> Measured:
    """The complexity of a Gymnasium environment, or of the one with this id, made with ``options``.

    Episodes follow one another for ever, time limits are off, the observer is an agent that sees observations, rewards
    and ends of episodes. See :func:`gradus.mechanics.machines.environment.env_generator` for what can be measured. Of a
    machine with more than ``cap`` states, perhaps infinitely many, C_mu has a lower end only.
    """
    made = _made(env, options) if isinstance(env, str) else env
    if not isinstance(made, gymnasium.Env):
        raise UserError(f"Expected a Gymnasium environment or the id of one, not {env!r}.")
    if not isinstance(cap, int) or cap < 1:
        raise UserError(
            f"cap is the number of states followed; expected a whole number from 1 on, not {cap!r}."
        )
    name = made.spec.id if made.spec else type(made.unwrapped).__name__
    found = measure_generator(env_generator(made, starts, cap), name, cap)
    return replace(found, begins=begins_like(made, starts))


def measure_generator(generator: Generator, name: str, cap: int) -> Measured:
    """The complexity of a hidden channel: its beliefs, followed and minimised; unbounded if there are more than cap."""
    machine = belief_closure(generator, cap=cap, cut=True)
    if machine.names[-1] != UNKNOWN:
        return measure_machine(machine, name)
    try:
        part, bits = reached_complexity(machine, len(machine) - 1)
    except UserError as error:
        reason = str(error)[0].lower() + str(error)[1:]
        raise UserError(f"The environment {name!r} has more than cap={cap} states, and {reason}") from error
    return Measured(name, part, len(part), inf, Bracket(bits, inf, bits, 0.0), None)


def _made(name: str, options: dict[str, Any]) -> gymnasium.Env[Any, Any]:
    try:
        with warnings.catch_warnings():  # what Gymnasium warns of, an old version, is in its error as well
            warnings.simplefilter("ignore", DeprecationWarning)
            return gymnasium.make(name, **options)
    except (gymnasium.error.UnregisteredEnv, ImportError) as error:
        package, _, rest = name.partition(":")
        where = f"install the package {package!r}" if rest else f"of another package, as package:{name}"
        raise UserError(f"The environment {name!r} cannot be made: {_reason(error)} ({where}).") from error
    except Exception as error:  # what a stranger's constructor raises is not ours to choose
        raise UserError(f"The environment {name!r} cannot be made: {_reason(error)}.") from error


def _reason(error: Exception) -> str:
    """What an exception says, on one line; of an exception that says little, its kind as well."""
    said = " ".join(str(error).split()).rstrip("?.")
    return said if " " in said else f"{type(error).__name__} {said}"
