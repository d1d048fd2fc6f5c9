"""Shipped walkers: trained policies small enough for the package, which act without JAX and cannot learn.

A walker is one ``.npz`` file: the layers of its policy in half precision, the running statistics of what it saw, and a
text that says how it was trained and how much of its test set it masters. The same file can be made from any run of
PPO with :func:`save_walker`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from gradus.school import Registry, UserError
from gradus.students.loading import load_student
from gradus.students.plan import Plan
from gradus.students.running_stats import RunningStats
from gradus.students.student import Floats

FORMAT = 1
"""The format of walker files."""


@dataclass(frozen=True)
class Walker:
    """A policy: what it does where, and where it comes from."""

    name: str
    plan: Plan
    """The training it comes from: body, track, teacher, settings, seed."""
    about: Mapping[str, Any]
    """How it was made (``command``) and examined (``mastered``), and an easy ``task``, as far as its maker says so."""
    layers: tuple[tuple[Floats, Floats], ...]
    """Weights [inputs, outputs] and biases [outputs], first layer first; the last gives the mean action."""
    seen: RunningStats
    """What observations are normalised by."""
    sampled_tests = False
    """In tests it takes its best actions, as a student that does not sample."""

    @property
    def summary(self) -> str:
        """Body, track and how much it masters, in a line."""
        track = self.plan.track.rsplit("-v", 1)[0]
        masters = f", masters {self.about['mastered']}" if "mastered" in self.about else ""
        return f"{self.plan.body} on {track}{masters}"

    def best(self, observations: Floats) -> Floats:
        """The actions [B, A] it thinks best for observations [B, O]."""
        x = self.seen.centred(observations)
        for weights, bias in self.layers[:-1]:
            x = self._bend(x @ weights + bias)
        weights, bias = self.layers[-1]
        return np.asarray(np.clip(x @ weights + bias, -1.0, 1.0), dtype=np.float32)

    def _bend(self, x: Floats) -> Floats:
        tanh = self.plan.student_settings.get("activation", "relu") == "tanh"
        return np.tanh(x) if tanh else np.maximum(x, np.float32(0.0))


def walker(name: str | Path) -> Walker:
    """A shipped walker by its name, or one from a file that :func:`save_walker` wrote.

    >>> walker("spider").plan.body
    'spider'
    """
    text = str(name)
    return read_walker(text) if text.endswith(".npz") else WALKERS.get(text)()


def save_walker(
    run: str | Path, path: str | Path, about: Mapping[str, Any] | None = None, kept: str | None = None
) -> Walker:
    """Write the policy of a training with PPO to a small file; ``about`` is stored with it."""
    plan, student = load_student(run, kept)
    params = getattr(student, "params", {})
    if not plan.student.startswith("ppo-") or "trunk" not in params:
        raise UserError(f"Only PPO's policies can be saved as walkers, not those of {plan.student}.")
    layers = [(layer["w"], layer["b"]) for layer in (*params["trunk"], *params["mean"])]
    seen: RunningStats = student.seen  # type: ignore[attr-defined]  # every PPO has them
    return write_walker(path, plan, layers, seen, about or {})


def write_walker(
    path: str | Path,
    plan: Plan,
    layers: Sequence[tuple[Any, Any]],
    seen: RunningStats,
    about: Mapping[str, Any],
) -> Walker:
    """Write a policy to a small file: weights [inputs, outputs] and biases [outputs], the last layer the mean's."""
    arrays: dict[str, NDArray[Any]] = {}
    for place, (weights, bias) in enumerate(layers):
        arrays[f"w{place}"], arrays[f"b{place}"] = (
            np.asarray(weights, np.float16),
            np.asarray(bias, np.float16),
        )
    arrays |= {"mean": seen.mean.astype(np.float32), "var": seen.var.astype(np.float32)}
    text = json.dumps({"format": FORMAT, "plan": plan.to_json(), "about": dict(about)}, sort_keys=True)
    arrays["text"] = np.frombuffer(text.encode(), np.uint8)
    with Path(path).open("wb") as file:
        np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
    return read_walker(path)


def read_walker(path: str | Path) -> Walker:
    """The walker of a file."""
    name = Path(path).stem
    try:
        with np.load(path, allow_pickle=False) as data:
            arrays = {key: data[key] for key in data.files}
        text = json.loads(arrays.pop("text").tobytes())
        if text["format"] != FORMAT:
            raise UserError(f"The walker {name!r} has format {text['format']}, this version reads {FORMAT}.")
        return Walker(name, Plan.from_json(text["plan"]), text["about"], *_policy(arrays))
    except FileNotFoundError:
        raise UserError(f"There is no walker in {path}: no such file.") from None
    except (BadZipFile, ValueError, KeyError, OSError, EOFError) as error:
        raise UserError(f"The file of the walker {name!r} is damaged: {error}.") from error


def _policy(arrays: dict[str, NDArray[Any]]) -> tuple[tuple[tuple[Floats, Floats], ...], RunningStats]:
    """The layers and the statistics, in the precision in which they act."""
    seen = RunningStats(arrays["mean"].shape)
    seen.mean, seen.var = arrays.pop("mean").astype(np.float64), arrays.pop("var").astype(np.float64)
    pairs = [(arrays[f"w{place}"], arrays[f"b{place}"]) for place in range(len(arrays) // 2)]
    return tuple((weights.astype(np.float32), bias.astype(np.float32)) for weights, bias in pairs), seen


@dataclass(frozen=True)
class WalkerFile:
    """Makes a walker when it is asked for."""

    path: Path

    def __call__(self) -> Walker:
        """The walker."""
        return read_walker(self.path)

    @property
    def summary(self) -> str:
        """What it is, in a line."""
        return self().summary


WALKERS: Registry[Callable[[], Walker]] = Registry("walker")
"""Every walker by its id: the files that come with the package, and what others register."""
for _path in sorted(Path(str(files("gradus.students"))).glob("walkers/*.npz")):
    WALKERS.add(_path.stem, WalkerFile(_path))
