"""The settings of a named part as options: ``gradus train --teacher alp-gmm --teacher.max-k 5``.

A teacher, a student or a learner is named by one option; its own settings, ours or a third party's, are options below
that name. Which there are is known only when the command line is read, so they are added to the command just then.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from importlib import import_module
from itertools import pairwise
from typing import Annotated, Any, get_args

import typer

from gradus.cli.options import settings_of
from gradus.school import Option, OptionForm, Registry, UserError


@dataclass(frozen=True)
class Part:
    """An option that names a registered thing."""

    option: str
    """Such as ``teacher`` for ``--teacher``."""
    registry: str
    """Where it is found, as ``module:attribute``."""
    default: str
    """What it is when its option is not given; empty: it has to be given."""
    pairs: str
    """The command's parameter that takes the same settings as texts ``name=value``."""
    short: str = ""
    """Another way to write the option, such as ``-l``."""

    def named(self, given: Sequence[str]) -> str:
        """The name on a command line; empty when neither it nor one of its settings is mentioned."""
        flag, found = f"--{self.option}", ""
        for word, following in pairwise([*given, ""]):
            if word in (flag, self.short):
                found = following
            elif word.startswith(f"{flag}="):
                found = word.partition("=")[2]
        mentioned = any(word.startswith(f"{flag}.") for word in given)
        return found or (self.default if mentioned else "")

    def options(self, name: str) -> list[Option]:
        """The settings of the thing of that name; none if nothing is registered under it."""
        module, _, attribute = self.registry.partition(":")
        registry: Registry[Any] = getattr(import_module(module), attribute)
        try:
            thing = registry.get(name)
        except UserError:  # the command itself has the better sentence, and may know import paths
            return []
        return [option for option in settings_of(thing) if option.name not in ("seed", "space")]


def with_parts(
    command: Callable[..., None], parts: Sequence[Part], given: Sequence[str]
) -> Callable[..., None]:
    """The command with the settings of those parts that a command line names as further options."""
    own = list(inspect.signature(command, eval_str=True).parameters.values())
    added: dict[str, tuple[Part, str]] = {}
    for part in parts:
        name = part.named(given)
        for option in part.options(name) if name else ():
            key = f"{part.option}__{option.name}"
            added[key] = (part, option.name)
            own.append(_parameter(key, part, option))

    @wraps(command)
    def extended(**values: Any) -> None:
        for key, (part, setting) in added.items():
            value = values.pop(key)
            if value is not None:
                values[part.pairs] = [*(values[part.pairs] or ()), f"{setting}={value}"]
        command(**values)

    extended.__signature__ = inspect.Signature(own)  # type: ignore[attr-defined]
    extended.__annotations__ = {parameter.name: parameter.annotation for parameter in own}
    return extended


def _parameter(key: str, part: Part, option: Option) -> inspect.Parameter:
    flag = f"--{part.option}.{option.name.replace('_', '-')}"
    shown = typer.Option(
        flag,
        help=option.help or None,
        metavar=_metavar(option),
        show_default="none" if option.default is None else str(option.default),
    )
    return inspect.Parameter(
        key, inspect.Parameter.KEYWORD_ONLY, annotation=Annotated[str | None, shown], default=None
    )


def _metavar(option: Option) -> str:
    if option.form is OptionForm.SWITCH:
        return "true|false"
    if option.form is OptionForm.LIST:
        return "A,B,..."
    kinds = get_args(option.kind) or (option.kind,)
    return "INTEGER" if int in kinds else "NUMBER" if float in kinds else "TEXT"
