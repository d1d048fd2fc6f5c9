"""Every protocol by its name; which there are is known without importing one of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from gradus.school import Registry, UserError, hint

if TYPE_CHECKING:  # the contract needs the registry, too
    from gradus.exams.exam import Exam

EXAMS: Registry[type[Exam[Any]]] = Registry("exam")
"""Every protocol by its name."""

for _name in ("steps", "retention", "accuracy", "forgetting", "graduality", "relaxed", "transfer"):
    EXAMS.lazy(_name, f"gradus.exams.{_name}:{_name.capitalize()}")


def from_json(description: Mapping[str, Any]) -> Exam[Any]:
    """The exam that :meth:`Exam.to_json` described."""
    try:
        protocol, settings = str(description["protocol"]), dict(description["settings"])
    except (KeyError, TypeError, ValueError):
        raise UserError("The exam's description is damaged: it names no protocol and settings.") from None
    return make(protocol, **settings)


def available() -> list[str]:
    """The names of all protocols."""
    return EXAMS.available()


def make(name: str, **settings: Any) -> Exam[Any]:
    """An exam by its protocol's name."""
    protocol = EXAMS.get(name)
    known = [f.name for f in fields(protocol)]
    for key in settings:
        if key not in known:
            raise UserError(f"The exam {name!r} has no setting {key!r}.{hint(key, known)}")
    frozen: dict[str, Any] = {key: tuple(v) if isinstance(v, list) else v for key, v in settings.items()}
    return protocol(**frozen)
