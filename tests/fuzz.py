"""Random changes to tables and bytes, for tests that nothing people write or damage ends in a traceback."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 3, 10**9, -(10**30), 0.5, 1.0, -2.5, 1e308, float("nan"), float("inf")),
    *("", "x", "micro1", "nonsense", "self", "1 / 0", "{i", "é", "\0", "a" * 300, "no", "2 ** 9"),
    *([], [[]], [1], [None], ["x"], [1, 2], [[0.0, 1.0]], {}, {"x": 1}, {"name": 3}, [{}], [{"name": "x"}]),
)
KEYS = ("self", "name", "x", "seed", "plan", "default", "text", "space", "", "class", "id")


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every container of a nested table with each of its keys."""
    found: list[tuple[Any, Any]] = []
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        found.append((value, key))
        found += places(value[key])
    return found


def changed(table: Any, chance: random.Random) -> Any:
    """The table with one or two entries lost, replaced, renamed or added."""
    made = copy.deepcopy(table)
    for _ in range(chance.choice((1, 1, 2))):
        spots = places(made)
        if not spots:
            break
        container, key = chance.choice(spots)
        action = chance.choice(("lose", "replace", "replace", "rename", "add"))
        if action == "lose":
            del container[key]
        elif action == "replace":
            container[key] = copy.deepcopy(chance.choice(ODD))
        elif isinstance(container, dict):
            value = container.pop(key) if action == "rename" else copy.deepcopy(chance.choice(ODD))
            container[chance.choice(KEYS)] = value
        else:
            container.append(copy.deepcopy(chance.choice(ODD)))
    return made


def to_toml(table: dict[str, Any]) -> str:
    """A TOML file with everything inline; what TOML cannot say, such as nothing, becomes text."""
    return "\n".join(f"{json.dumps(key)} = {_inline(value)}" for key, value in table.items())


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_inline(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    if isinstance(value, float):
        return str(value) if value != value or abs(value) == float("inf") else repr(value)
    return json.dumps(value if value is not None else "none")


def damaged(data: bytes, chance: random.Random) -> bytes:
    """The bytes after an accident."""
    place = chance.randrange(len(data)) if data else 0
    length = chance.choice((1, 1, 2, 7, 40))
    kinds = (
        "flip",
        "digit",
        "cut",
        "lose",
        "insert",
        "empty",
        "zeros",
        "twice",
        "lines",
        "endings",
        "other",
        "deep",
    )
    match chance.choice(kinds):
        case "flip" if data:
            return data[:place] + bytes([data[place] ^ (1 << chance.randrange(8))]) + data[place + 1 :]
        case "digit":
            digits = [i for i, byte in enumerate(data) if 48 <= byte <= 57]
            if not digits:
                return data[:-1]
            place = chance.choice(digits)
            return data[:place] + bytes([48 + (data[place] - 47) % 10]) + data[place + 1 :]
        case "cut":
            return data[:place]
        case "lose":
            return data[:place] + data[place + length :]
        case "insert":
            return data[:place] + bytes(chance.randrange(256) for _ in range(length)) + data[place:]
        case "zeros":
            return data[:place] + b"\0" * min(length, len(data) - place) + data[place + length :]
        case "twice":
            return data + data[place:]
        case "lines":
            lines = data.split(b"\n")
            one, two = chance.randrange(len(lines)), chance.randrange(len(lines))
            lines[one], lines[two] = lines[two], lines[one]
            return b"\n".join(lines)
        case "endings":
            return chance.choice((b"", b"\xef\xbb\xbf")) + data.replace(b"\n", b"\r\n")
        case "other":
            return chance.choice((b"null\n", b"[1, 2]\n", b"{}\n", data.decode("latin-1").encode("utf-16")))
        case "deep":
            return b"[" * 100_000
        case _:
            return b""
