"""Options of the command line made from settings, whoever wrote them."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer

from gradus.cli.counts import counted, short
from gradus.school import Option, OptionForm, options_of

_MANY = (OptionForm.TABLE, OptionForm.PAIRS)


def parameters(
    options: Sequence[Option], own: Mapping[str, tuple[Any, Any]], defaults: Mapping[str, Any]
) -> list[inspect.Parameter]:
    """The parameters of a command: those of its own (annotation and default), then one for each setting.

    ``defaults`` holds what a setting is when its option is not given, where that is not the setting's default.
    """
    made = [_parameter(name, kind, default) for name, (kind, default) in own.items()]
    for option in options:
        default = defaults[option.name] if option.name in defaults else _default(option)
        made.append(_parameter(option.name, annotation(option), default))
    return made


def _parameter(name: str, kind: Any, default: Any) -> inspect.Parameter:
    empty = inspect.Parameter.empty if default is ... else default
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=kind, default=empty)


def _default(option: Option) -> Any:
    if option.form in _MANY:
        return None
    if option.form is OptionForm.LIST:
        return None if option.default is None else ",".join(option.default) or "none"
    return option.default


def _short(default: Any) -> str | bool:
    return short(default) if isinstance(default, int) else True


def annotation(option: Option) -> Any:
    """What Typer needs to know about a setting."""
    flags = () if option.form is OptionForm.SWITCH and len(option.flags) == 1 else option.flags
    if option.name.endswith(("steps", "episodes", "every")):
        return Annotated[option.kind, counted(*flags, help=option.help, show_default=_short(option.default))]
    shown = typer.Option(*flags, help=option.help or None)
    if option.form in _MANY:
        return Annotated[list[str] | None, shown]
    if option.form is OptionForm.LIST:
        return Annotated[str | None, shown]
    kind = option.kind if option.name not in ("learner", "command") else str | None
    return Annotated[kind, shown]


def settings_of(thing: Any) -> list[Option]:
    """The options of whatever a registry holds; a student's settings stand beside its class."""
    if not callable(thing):
        return []
    module = sys.modules.get(getattr(thing, "__module__", ""))
    beside = getattr(module, "Settings", None) if inspect.isclass(thing) else None
    return options_of(thing if beside is None or hasattr(thing, "Settings") else beside)
