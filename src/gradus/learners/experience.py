"""The memory of a recorded run's learner, for learners that begin experienced."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gradus.learners.catalogue import make
from gradus.school import RunFolder, UserError


def memory_of(path: Path) -> dict[str, Any]:
    """The memory of a recorded run's learner at the run's end."""
    loaded = RunFolder.read(path).load_checkpoint()
    if loaded is None or "learner" not in loaded[0]:
        raise UserError(
            f"The run in {path} holds no learner's memory to begin from; perhaps its learner failed."
        )
    memory: dict[str, Any] = loaded[0]["learner"]
    return memory


def fitting_memory(path: Path, learner: str, **options: Any) -> dict[str, Any]:
    """The same, after it was tried on a learner that is to begin with it."""
    memory = memory_of(path)
    tried = make(learner, **options)
    try:
        tried.restore(memory)
    except UserError as error:
        raise UserError(f"The run in {path} cannot be begun from. {error}") from error
    except Exception as error:  # a stranger's learner may refuse in any way
        raise UserError(
            f"The memory of the run in {path} does not fit the learner {learner!r} "
            f"({type(error).__name__}: {error})."
        ) from error
    return memory


def saves_memory(learner: Any) -> bool:
    """Whether a learner's memory can be saved; one in another process, or a person, keeps it to itself."""
    methods = (getattr(learner, name, None) for name in ("state", "restore"))
    return bool(getattr(learner, "resumable", True)) and all(callable(method) for method in methods)
