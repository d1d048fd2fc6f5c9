"""The graph of which task prepares which."""

from __future__ import annotations

from collections.abc import Sequence

from gradus.mechanics.models.preparation import Preparation

MOST = 2
"""Arrows into a task: those from the tasks that prepare it best."""
WORTH = 0.7
"""Gains below this are not drawn."""
WIDE = 12
"""More tasks are drawn from top to bottom: a long strip cannot be read."""
STRONG = 0.9
"""From here on an arrow is bold."""
FAMILIES = {"mini": "#efe3f3", "micro5": "#e3eef7", "micro": "#eef4e6"}
"""Colours of boxes by how ids begin; the first that fits."""


def preparation_dot(tasks: Sequence[Preparation]) -> str:
    """Tasks in their order, with arrows from those earlier ones that prepare them best, in Graphviz' language."""
    lines = [
        "digraph prepares {",
        f"  rankdir={'LR' if len(tasks) <= WIDE else 'TB'}; ranksep=0.35; nodesep=0.3;",
        "  fontname=Helvetica; labelloc=t; fontsize=14;",
        f'  label="Arrows from the earlier tasks that prepare a task best: {MOST} at most, gain {WORTH} or more";',
        '  node [shape=box, style="rounded,filled", fontname=Helvetica, color="#9db2c9", fontcolor="#16202a"];',
        '  edge [fontname=Helvetica, fontsize=11, fontcolor="#16202a"];',
    ]
    lines += [f'  "{row.task}" [fillcolor="{_colour(row.task)}"];' for row in tasks]
    for j, later in enumerate(tasks):
        ranked = sorted((earlier.task for earlier in tasks[:j]), key=lambda name: -later.gains[name])
        for name in ranked[:MOST]:
            if later.gains[name] >= WORTH:
                lines.append(f'  "{name}" -> "{later.task}" [{_arrow(later.gains[name])}];')
    return "\n".join([*lines, "}"]) + "\n"


def _colour(name: str) -> str:
    return next((colour for begin, colour in FAMILIES.items() if name.startswith(begin)), "#f3f6f8")


def _arrow(gain: float) -> str:
    """Its label, and how it is drawn: the better a task is prepared, the darker."""
    style = 'color="#0072b2", penwidth=2.2' if gain >= STRONG else 'color="#8795a3", penwidth=1.2'
    return f'label="{gain:.2f}", {style}'
