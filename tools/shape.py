"""The shape of the code: functions, modules, annotations, comments, constants that say what they are for,
and files that a command touches.

python tools/shape.py            a table per room
python tools/shape.py --touched  how many modules of the package each command imports, here and in other checkouts:
                                 --touched /path/to/another/src
"""

from __future__ import annotations

import argparse
import ast
import io
import statistics
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[1] / "src" / "gradus"
COMMANDS = ("teach", "train", "exam", "measure", "report")


def functions(path: Path) -> Iterator[tuple[int, bool]]:
    """Lines of every function, and whether all of it is annotated."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            given = [*node.args.args, *node.args.kwonlyargs]
            named = [item for item in given if item.arg not in ("self", "cls")]
            typed = node.returns is not None and all(item.annotation is not None for item in named)
            yield (node.end_lineno or node.lineno) - node.lineno + 1, typed


def comments(path: Path) -> int:
    """Lines with a comment."""
    tokens = tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline)
    return sum(token.type == tokenize.COMMENT for token in tokens)


def constants(path: Path) -> Iterator[bool]:
    """For every constant of a module with a number in it: whether a sentence or a comment stands beside it."""
    text = path.read_text(encoding="utf-8")
    body, lines = ast.parse(text).body, text.splitlines()
    for node, following in zip(body, [*body[1:], None], strict=True):
        if not isinstance(node, ast.Assign) or not _is_number(node):
            continue
        sentence = isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)
        beside = lines[max(0, node.lineno - 2) : node.end_lineno]
        yield sentence or any("#" in line for line in beside)


def _is_number(node: ast.Assign) -> bool:
    names = [part.id for target in node.targets for part in ast.walk(target) if isinstance(part, ast.Name)]
    values = [part.value for part in ast.walk(node.value) if isinstance(part, ast.Constant)]
    return all(name.isupper() for name in names) and any(type(value) in (int, float) for value in values)


def row(name: str, paths: list[Path]) -> str:
    """A room in one line."""
    lines = [path.read_text(encoding="utf-8").count("\n") for path in paths]
    found = [pair for path in paths for pair in functions(path)]
    sizes = sorted(size for size, _ in found) or [0]
    ninth = sizes[int(0.9 * (len(sizes) - 1))]
    typed = 100 * sum(typed for _, typed in found) / max(1, len(found))
    said = 100 * sum(comments(path) for path in paths) / max(1, sum(lines))
    told = [told for path in paths for told in constants(path)]
    cells = (
        f"{name:14}",
        f"{len(paths):4}",
        f"{sum(lines):7,}",
        f"{max(lines):6}",
        f"{statistics.median(sizes):7g}",
    )
    return " ".join(
        (
            *cells,
            f"{ninth:5}",
            f"{sizes[-1]:5}",
            f"{typed:6.1f}",
            f"{said:6.1f}",
            f"{100 * sum(told) / max(1, len(told)):5.0f}",
        )
    )


def touched(command: str, source: Path) -> int:
    """Modules of the package that ``gradus COMMAND --help`` imports."""
    code = (
        "import sys\n"
        # An editable install finds its own modules before any path; a folder named here goes before it.
        "sys.meta_path = [finder for finder in sys.meta_path if 'ditable' not in str(finder)]\n"
        f"sys.path.insert(0, {str(source)!r})\nfrom gradus.cli import build\n"
        f"build({command!r})\nprint(sum(name.startswith('gradus') for name in sys.modules))"
    )
    return int(
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    )


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--touched", nargs="*", type=Path, metavar="SRC")
    others = parser.parse_args().touched
    if others is not None:
        for command in COMMANDS:
            print(f"{command:10}", *(f"{touched(command, source):4}" for source in (*others, SOURCE.parent)))
        return
    print("room           mods   lines   most  median  90 %   max typed%  #/100 told%")
    everything = sorted(SOURCE.rglob("*.py"))
    for room in sorted(path for path in SOURCE.iterdir() if path.is_dir() and path.name != "__pycache__"):
        print(row(room.name, sorted(room.rglob("*.py"))))
    print(row("all", everything))


if __name__ == "__main__":
    main()
