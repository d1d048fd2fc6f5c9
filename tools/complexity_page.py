"""Keeps the docs page of the complexities in step with the stored table.

python tools/complexity_page.py docs/complexity.md
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from gradus.mechanics import Complexity, order_check, preparations, running_text, table
from gradus.school import UserError


def table_markdown(figures: Sequence[Complexity]) -> str:
    """The figures as a Markdown table."""
    lines = [
        "| task | kind | C_0 | C_mu | as the stream runs | structural + content | C* | states solved | last reply |"
    ]
    lines.append("|---|---|---|---|---|---|---|---|---|")
    for f in figures:
        parts = (
            f"{f.structural:.2f} + {f.content:.2f}"
            if f.structural is not None and f.content is not None
            else ""
        )
        expert = f"{f.expert[0]:.3f}" if f.expert else ""
        solved = f"{f.orbits:,}" if f.orbits else ""
        cells = (
            f.task,
            f.kind,
            f"~{f.c0:.1f}" if f.kind == "extrapolated" else f"{f.c0:.2f}",
            _interval(f),
            running_text(f),
            parts,
            expert,
            solved,
            f.last_reply,
        )
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _interval(figure: Complexity) -> str:
    """One number where the bracket is narrow, both ends otherwise."""
    if figure.kind == "exact":
        return f"{figure.low:.3f}"
    if figure.kind == "bracketed":
        return f"{figure.low:.3f} to {figure.high:.3f}"
    return f"~{figure.low:.1f} to {figure.high:.1f}"


def weakness_list(figures: Sequence[Complexity]) -> str:
    """For every extrapolated figure what is to be held against it."""
    told: dict[str, list[str]] = {}
    for figure in figures:
        if figure.kind == "extrapolated":
            told.setdefault(f"{figure.method}. *{figure.weakness or 'Not tested.'}*", []).append(figure.task)
    return "\n".join(f"- **{', '.join(names)}**: {text}" for text, names in told.items())


def reading(figures: Sequence[Complexity]) -> str:
    """What the complexities say about the order, in words."""
    report = order_check(figures)
    rises = "; ".join(f"{a} to {b} ({bits:+.0f} bits)" for a, b, bits in report.rises[:4])
    falls = "; ".join(f"{a} to {b} ({bits:+.0f} bits)" for a, b, bits in report.rises[:-5:-1])
    proved = [f for f in figures if f.kind != "extrapolated"]
    within = order_check(proved)
    return _READING.format(
        tau=report.tau,
        tasks=len(figures),
        within=within.tau,
        proved=len(proved),
        certified=len(report.certified),
        apparent=len(report.apparent),
        undecided=report.undecided,
        rises=rises,
        falls=falls,
    )


_READING = """\
By C_mu, no. Kendall's tau between place and complexity is {tau:.2f} over all {tasks} tasks and {within:.2f} over the
{proved} with proved figures. All are compared as the stream runs, the last reply dropped, so no pair mixes conventions.
{certified} inversions are certified by disjoint brackets, {apparent} more rest on an extrapolated figure, and
{undecided} pairs are undecided.

The largest rises between neighbours are {rises}. The largest falls are {falls}.

The mapping tasks 5.x hide a whole table and keep it for an instance, so they are by far the most complex, and they
come early; the phrase tasks after them hide nothing and need only what is on the line. The order is gradual in what
a learner must *do* (bytes, separators, words), not in what it must *remember*."""


def shared_markdown() -> str:
    """Which earlier tasks prepare each task, as a Markdown table."""
    lines = ["| task | prepared best by | together | jump | role bits |", "|---|---|---|---|---|"]
    for row in preparations().values():
        if row.library is None or row.jump is None or row.bits is None:
            lines.append(f"| {row.task} | not compared | | | |")
            continue
        best = sorted(row.gains, key=lambda name: -row.gains[name])[:3]
        told = ", ".join(f"{name} {row.gains[name]:.2f}" for name in best)
        lines.append(f"| {row.task} | {told} | {row.library:.2f} | {row.jump:.2f} | {row.bits:.2f} |")
    return "\n".join(lines)


def refresh(text: str) -> str:
    """The page with its generated parts written anew."""
    figures = list(table().values())
    parts = {
        "shared": shared_markdown(),
        "table": table_markdown(figures),
        "weakness": weakness_list(figures),
        "reading": reading(figures),
    }
    for name, content in parts.items():
        begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
        if begin not in text or end not in text:
            raise UserError(f"The page has no place for the {name}: {begin} ... {end} expected.")
        head, rest = text.split(begin, 1)
        text = f"{head}{begin}\n{content}\n{end}{rest.split(end, 1)[1]}"
    return text


if __name__ == "__main__":
    page = Path(sys.argv[1])
    page.write_text(refresh(page.read_text(encoding="utf-8")), encoding="utf-8")
