"""Finding learners: by name in the registry, or any class by its import path."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

from gradus.learners.callbacks import CallbackLearner
from gradus.school import Registry, UserError, construct
from gradus.stream import StreamLearner

LEARNERS: Registry[Callable[..., StreamLearner]] = Registry("learner")
"""Every learner by its id."""

for _name in ("repeat", "silent", "random", "memory"):
    LEARNERS.lazy(_name, f"gradus.learners.baselines:{_name.capitalize()}")


LEARNERS.lazy("gradual", "gradus.learners.gradual:GradualLearner", version=1)
LEARNERS.lazy("recurrent", "gradus.learners.recurrent:RecurrentLearner")

LEARNERS.retire(
    "gradual-v0",
    "The learner 'gradual-v0' is gone: Gradus 0.1 plays its runs again, and 'gradual' is another learner now.",
)
LEARNERS.retire(
    "dialogue", "The learner 'dialogue' is called 'gradual' now; its runs can be read, but do not go on."
)


def available() -> list[str]:
    """The names of all learners."""
    return LEARNERS.available()


def make(name: str, **options: Any) -> StreamLearner:
    """A learner by name, or by import path (``package.module:Class`` or ``package.module.Class``).

    A class of one's own may follow the contract (``act``, ``state``, ``restore``) or the style of 2017
    (``reward(r)`` and ``next(char)``).
    """
    if _is_registered(name):
        learner: StreamLearner = LEARNERS.make(name, **options)
        return learner
    factory = _import(name)
    if getattr(factory, "asks_a_person", False):
        from gradus.stream.legacy import at_the_terminal

        return CallbackLearner(at_the_terminal(factory))
    made = construct(f"learner {name!r}", factory, options)
    if callable(getattr(made, "next", None)) and not hasattr(made, "act"):
        return CallbackLearner(made)
    if not callable(getattr(made, "act", None)):
        raise UserError(f"The learner {name!r} has neither act(byte, reward) nor next(char).")
    found: StreamLearner = made
    return found


def seeded(name: str, seed: int, **options: Any) -> dict[str, Any]:
    """The options with the run's seed added, for learners that take one."""
    factory = LEARNERS.get(name) if _is_registered(name) else _import(name)
    takes_seed = "seed" in inspect.signature(factory).parameters
    return {"seed": seed, **options} if takes_seed else options


def _is_registered(name: str) -> bool:
    return ":" not in name and ("." not in name or name in LEARNERS.available())


def full_id(name: str) -> str:
    """The id that records store: versioned for a registered learner, the import path itself otherwise."""
    return LEARNERS.full_id(name) if _is_registered(name) else name


def _imported(module: str) -> Any:
    """The module; one that imports modules of 2017, such as ``learners.base``, finds them in our layer."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        from gradus.stream.legacy import install, provides

        if not error.name or not provides(error.name):
            raise
        sys.modules.pop(module, None)
        install()
        return import_module(module)


def _import(name: str) -> Callable[..., Any]:
    module, _, attribute = name.partition(":") if ":" in name else name.rpartition(".")
    if ".py" in name:
        raise UserError(
            f"A learner in a file is named by module and class, without .py, such as my_module:MyLearner, not {name!r}."
        )
    if not all(part.isidentifier() for part in (*module.split("."), attribute)):
        raise UserError(f"A learner is a name or an import path such as my_module:MyLearner, not {name!r}.")
    if "" not in sys.path:
        sys.path.insert(0, "")  # a learner in the current folder, as `python -m` would find it
    try:
        thing = getattr(_imported(module), attribute)
    except (ImportError, AttributeError, ValueError, SyntaxError) as error:
        raise UserError(f"Cannot import the learner {name!r}: {error}.") from error
    if not callable(thing):
        raise UserError(f"The learner {name!r} is not a class.")
    found: Callable[..., Any] = thing
    return found
