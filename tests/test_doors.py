"""Rooms are entered through their doors, and what a door hands out is on its list."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

pytest.importorskip("importlinter", reason="import-linter is not installed.")

import grimp
from tools.doors import DoorsContract

SOURCE = Path(__file__).resolve().parents[1] / "src" / "gradus"
IMPORTS = {
    "from house.kitchen import oven": "house.kitchen.oven",
    "from house.kitchen.oven import bake": "house.kitchen.oven",
    "import house.kitchen.oven": "house.kitchen.oven",
    "from house.kitchen.cellar import wine": "house.kitchen.cellar",
    "from house.kitchen.cellar.rack import wine": "house.kitchen.cellar.rack",
    "from house.kitchen import bake": "house.kitchen",
}


def imported_names() -> list[tuple[str, str, str]]:
    """File, door and name of every ``from gradus.room import name`` that comes from another room."""
    return [
        (str(path), str(node.module), alias.name)
        for path in sorted(SOURCE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("gradus.")
        if str(node.module).split(".")[1] != path.relative_to(SOURCE).parts[0]
        for alias in node.names
    ]


def listed(door: str) -> set[str] | None:
    """The names in a door's ``__all__``; None for a module without one."""
    path = SOURCE.parent.joinpath(*door.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and [ast.unparse(t) for t in node.targets] == ["__all__"]:
            return set(ast.literal_eval(node.value))
    return None


def test_what_other_rooms_import_is_on_the_list_of_the_door() -> None:
    names = imported_names()
    lists = {door: listed(door) for _, door, _ in names}
    doors = {f"{door}.{name}" for _, door, name in names} & set(lists)
    missing = [
        item
        for item in names
        if (known := lists[item[1]]) is not None and item[2] not in known and ".".join(item[1:]) not in doors
    ]
    assert not missing


@pytest.mark.parametrize(
    ("line", "kept"), list(zip(IMPORTS, [True, False, False, True, False, True], strict=True))
)
def test_a_window_is_no_door(line: str, kept: bool) -> None:
    graph = grimp.ImportGraph()
    for module in ("house", "house.kitchen", "house.kitchen.oven", "house.kitchen.cellar"):
        graph.add_module(module)
    graph.add_import(
        importer="house.hall", imported=IMPORTS[line], line_number=1, line_contents=f"{line}  # why"
    )
    graph.add_import(
        importer="house.garden", imported="house.kitchen.cellar", line_number=1, line_contents=""
    )
    options = {"name": "doors", "root": "house", "side_doors": ["house.kitchen.cellar"]}
    contract = DoorsContract("doors", {"root_packages": ["house"]}, options)
    assert contract.check(graph, verbose=False).kept is kept


def test_a_side_door_that_nobody_uses_is_named() -> None:
    graph = grimp.ImportGraph()
    options = {"name": "doors", "root": "house", "side_doors": ["house.kitchen.cellar"]}
    found = DoorsContract("doors", {"root_packages": ["house"]}, options).check(graph, verbose=False)
    assert not found.kept
    assert found.metadata["unused"] == ["house.kitchen.cellar"]
