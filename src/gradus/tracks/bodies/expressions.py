"""Numbers in body tables may be short sums such as ``"10 * scale + 20"``; this module works them out safely."""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

from gradus.school import UserError

_BINARY: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_COMPARE: dict[type[ast.cmpop], Callable[[float, float], bool]] = {
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Eq: operator.eq,
}


def evaluate(text: str, names: Mapping[str, float]) -> float:
    """The value of a sum or comparison over ``names`` and ``pi``.

    >>> evaluate("20 * (i - n / 2)", {"i": 3, "n": 4})
    20.0
    """
    try:
        return _value(ast.parse(text.strip(), mode="eval").body, {"pi": math.pi, **names})
    except (SyntaxError, ValueError, KeyError, ArithmeticError, RecursionError, MemoryError) as error:
        raise UserError(f"Cannot work out {text!r} with {', '.join(['pi', *names])}.") from error


def _value(node: ast.expr, names: Mapping[str, float]) -> float:
    match node:
        case ast.Constant(value=int() | float() as value):
            return value
        case ast.Name(id=name):
            return names[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand, names)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _BINARY:
            return _BINARY[type(op)](_value(left, names), _value(right, names))
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _COMPARE:
            return _COMPARE[type(op)](_value(left, names), _value(right, names))
        case _:
            raise SyntaxError(ast.dump(node))


def number(value: Any, names: Mapping[str, float]) -> float:
    """A number written as such or as a sum."""
    if isinstance(value, str):
        value = evaluate(value, names)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise UserError(f"{value!r} is not a finite number.")
    return float(value)


def name_of(text: Any, names: Mapping[str, float]) -> str:
    """A name with ``{...}`` filled in.

    >>> name_of("leg{i + 1}", {"i": 0})
    'leg1'
    """
    if not isinstance(text, str):
        raise UserError(f"{text!r} is not a name.")
    return re.sub(r"\{([^}]*)\}", lambda found: str(round(number(found[1], names))), text)
