"""The graph of which task prepares which."""

from __future__ import annotations

from collections.abc import Sequence

MOST = 2
"""Arrows into a task: those from the tasks that prepare it best."""
WORTH = 0.7
"""Gains below this are not drawn."""


def preparation_dot(names: Sequence[str], gains: Sequence[Sequence[float]]) -> str:
    """Tasks in their order, with arrows from those earlier ones that prepare them best, in Graphviz' language."""
    lines = [
        "digraph prepares {",
        "  rankdir=LR;",
        '  node [shape=box, style=rounded, fontname="sans-serif"];',
    ]
    lines += [f'  "{name}";' for name in names]
    for j, later in enumerate(names):
        ranked = sorted(range(j), key=lambda i: -gains[i][j])[:MOST]
        for i in ranked:
            if gains[i][j] >= WORTH:
                lines.append(f'  "{names[i]}" -> "{later}" [label="{gains[i][j]:.2f}"];')
    return "\n".join([*lines, "}"]) + "\n"
