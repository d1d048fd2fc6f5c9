"""Rooms hand out their names when asked; what is on a door's list is there, whoever was imported before."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from importlib import import_module
from types import ModuleType

import pytest

import gradus
from gradus.school import lazily

ROOMS = (
    *("bench", "exams", "kits", "leaderboard", "learners", "mechanics", "school", "stream", "students"),
    *("teachers", "tracks"),
)


def alone(code: str) -> str:
    """What a fresh interpreter prints."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("room", ROOMS)
def test_every_name_on_the_list_is_there(room: str) -> None:
    found = import_module(f"gradus.{room}")
    assert [name for name in found.__all__ if not hasattr(found, name)] == []
    assert set(found.__all__) <= set(dir(found))


@pytest.mark.parametrize("room", ROOMS)
def test_no_module_of_a_room_can_take_the_place_of_a_name(room: str) -> None:
    """Importing a module puts it into its room; a lazy name that is called the same would then be the module."""
    found = import_module(f"gradus.{room}")
    for module in pkgutil.iter_modules(found.__path__):
        if module.name in found.__all__ and not module.name.startswith("_"):
            kept = getattr(found, module.name)
            import_module(f"gradus.{room}.{module.name}")
            assert getattr(found, module.name) is kept
            if not isinstance(kept, ModuleType):  # the decorator `task`: imported at once, not when asked for
                assert module.name in alone(f"import gradus.{room}; print(*vars(gradus.{room}))").split()


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match=r"module 'gradus\.exams' has no attribute 'nothing'"):
        _ = import_module("gradus.exams").nothing
    find, names = lazily("gradus.exams")
    with pytest.raises(AttributeError):
        find("nothing")
    assert "make" in names()


@pytest.mark.parametrize("command", ["teach", "train", "exam", "measure", "report", "bench", "list", "web"])
def test_the_help_of_a_command_waits_for_no_library_that_it_does_not_use(command: str) -> None:
    code = f"import sys\nfrom gradus.cli import build\nbuild({command!r})\nprint(*sys.modules)"
    loaded = alone(code).split()
    slow = {"numpy", "scipy", "gymnasium", "jax", "matplotlib", "sklearn", "zmq", "sqlite3"}
    assert slow.isdisjoint(loaded)


ORDERS = ["import gradus, gymnasium", "import gymnasium, gradus", "import gradus.stream, gymnasium.envs"]


@pytest.mark.parametrize("imports", ORDERS)
def test_gymnasium_knows_our_ids_in_any_order_of_imports(imports: str) -> None:
    code = f"{imports}\nimport gymnasium\nprint('gradus/StumpTracks-v0' in gymnasium.registry)\nimport sys\n"
    code += "print(gymnasium.__spec__.origin, [f for f in sys.meta_path if 'gradus.registration' in repr(f)])"
    known, rest = alone(code).splitlines()
    assert known == "True"
    assert rest.endswith("[]"), "nobody is left waiting for Gymnasium"


def test_registering_twice_is_harmless() -> None:
    code = "import gradus\ngradus.registration.register()\nimport gymnasium\ngradus.registration.register()\n"
    assert alone(code + "print(sum('gradus/' in name for name in gymnasium.registry))") == "3\n"
    assert gradus.registration  # type: ignore[attr-defined]
