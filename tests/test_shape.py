"""The shape of the code is kept: no function grows past what radon calls complex (D: above 20)."""

from __future__ import annotations

from pathlib import Path

import pytest

complexity = pytest.importorskip("radon.complexity", reason="radon is not installed.")

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("src", "tools", "benchmarks")
KNOWN = {"_split"}
"""Functions older than this rule; nothing is to be added here."""


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_function_is_rated_d_or_worse(folder: str) -> None:
    rated = [
        (block.fullname, block.complexity, str(path.relative_to(ROOT)))
        for path in sorted((ROOT / folder).rglob("*.py"))
        for block in complexity.cc_visit(path.read_text(encoding="utf-8"))
        if complexity.cc_rank(block.complexity) >= "D"
    ]
    assert [item for item in rated if item[0] not in KNOWN] == []


def test_the_rule_can_fail() -> None:
    code = "def f(x):\n" + "".join(f"    if x == {i}:\n        return {i}\n" for i in range(21))
    assert [complexity.cc_rank(block.complexity) for block in complexity.cc_visit(code)] == ["D"]
