"""Pictures of machines in the manner of the challenge's paper.

States are named by the letter of their instance and the streak, with the shown symbol in between where it
matters; edges read ``observation, reward | action``; every instance has its box. Pictures stay readable up to
about sixty states; larger machines go on an interactive page (:mod:`gradus.mechanics.output.page`).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from string import ascii_uppercase

from gradus.mechanics.machines.machine import OTHER, Machine
from gradus.mechanics.machines.task_code import Moment
from gradus.mechanics.models.phrases import Ask, Hear, Say
from gradus.school import UserError

READABLE = 60
"""Most states of a picture."""
LINES = 4
"""Most labels written at one edge."""


@dataclass(frozen=True)
class Labels:
    """How the states of a machine are written."""

    names: tuple[str, ...]
    """The name in each circle."""
    boxes: tuple[str, ...]
    """The instance each state belongs to; empty for none."""


def labels_of(machine: Machine) -> Labels:
    """Instance letter, shown symbol and streak where the states tell them; plain numbers otherwise."""
    keys = [_instance(name) for name in machine.names]
    order = sorted({key for key in keys if key is not None}, key=repr)
    letters = {key: ascii_uppercase[i] if len(order) <= 26 else f"I{i}" for i, key in enumerate(order)}
    shown = [_shown(name) for name in machine.names]
    several = len({s for s in shown if s is not None}) > 1
    names, boxes = [], []
    for i, (key, symbol, name) in enumerate(zip(keys, shown, machine.names, strict=True)):
        streak = _streak(name)
        box = letters.get(key, "")
        middle = symbol if several and symbol is not None else ""
        names.append(f"{box}{middle}{streak}" if box and streak is not None else _phrase_name(name, i))
        boxes.append(box)
    return Labels(_distinct(names), tuple(boxes))


def _phrase_name(name: Hashable, number: int) -> str:
    """For dialogue nodes: what was heard, or what is still to be said; between instances, the end; else the number."""
    if isinstance(name, Hear):
        return f"{name.question.answer}? {name.said}".replace("\x00", "✗")
    if isinstance(name, Say):
        return "/".join(rest for rest, _weight in name.rests).replace(" ", "␣")
    hidden = _hiddens(name)
    if hidden and all(isinstance(h, Moment) and h.ended for h in hidden):
        return "end"
    return f"ask {name.node}" if isinstance(name, Ask) else f"{number}"


def _distinct(names: Sequence[str]) -> tuple[str, ...]:
    """The names, with primes where two states would be written alike."""
    count: dict[str, int] = {}
    result = []
    for name in names:
        count[name] = count.get(name, -1) + 1
        result.append(name + "′" * count[name])
    return tuple(result)


def _hiddens(name: Hashable) -> list[Hashable]:
    """The hidden states a belief consists of."""
    if not isinstance(name, tuple) or isinstance(name, Ask | Hear | Say):
        return []
    return [item[0] for item in name if isinstance(item, tuple) and len(item) == 2]


def _instance(name: Hashable) -> Hashable:
    """The instance parameters, if the belief is certain about them."""
    hidden = _hiddens(name)
    found = {
        _unordered(h.hidden) if isinstance(h, Moment) else h[0] if isinstance(h, tuple) else None
        for h in hidden
    }
    return found.pop() if len(found) == 1 else None


def _unordered(hidden: Hashable) -> Hashable:
    """Instance parameters without the order in which letters or pairs were drawn."""
    match hidden:
        case (tuple() as letters, str() as target):
            return (tuple(sorted(letters)), target)
        case (tuple() as letters, tuple() as images) if len(letters) == len(images):
            return tuple(sorted(zip(letters, images, strict=True)))
        case tuple():
            return tuple(sorted(hidden))
    return hidden


def _shown(name: Hashable) -> str | None:
    """The question on the table, if the belief is certain about it."""
    found = set()
    for h in _hiddens(name):
        if isinstance(h, Moment):
            found.add(h.question.text)
        elif isinstance(h, tuple) and len(h) > 1:
            found.add(
                "abcdefghijklmnopqrstuvwxyz"[h[1]] if isinstance(h[1], int) and h[1] < 26 else str(h[1])
            )
    return found.pop() if len(found) == 1 else None


def _streak(name: Hashable) -> int | None:
    found = set()
    for h in _hiddens(name):
        found.add(
            h.streak if isinstance(h, Moment) else h[2] if isinstance(h, tuple) and len(h) > 2 else None
        )
    return found.pop() if len(found) == 1 else None


def edge_labels(machine: Machine) -> dict[tuple[int, int], list[str]]:
    """For every pair of states what is written between them, one line per answer."""
    chances: dict[tuple[int, int], dict[tuple[str, str], Fraction]] = {}
    for state, offers in enumerate(machine.offers):
        for offer in offers:
            for edge in offer.edges:
                between = chances.setdefault((state, edge.target), {})
                key = (_output(edge.output), _input(offer.label))
                between[key] = between.get(key, Fraction(0)) + edge.weight
    return {pair: _lines(between) for pair, between in chances.items()}


def _lines(between: dict[tuple[str, str], Fraction]) -> list[str]:
    """Actions with the same answer and chance share a line."""
    grouped: dict[tuple[str, Fraction], list[str]] = {}
    for (output, action), weight in between.items():
        grouped.setdefault((output, weight), []).append(action)
    return [_line(output, weight, actions) for (output, weight), actions in grouped.items()]


def _line(output: str, weight: Fraction, actions: list[str]) -> str:
    if "other" in actions:  # whatever no other label names: a list would only make the picture wide
        said = "else"
    else:
        said = ",".join(actions) if len(actions) <= 3 else f"{actions[0]}..{actions[-1]}"
    chance = "" if weight == 1 else f" ({weight})"
    return f"{output} | {said}{chance}"


def _output(output: Hashable) -> str:
    """``observation, reward`` of an output in any view."""
    while isinstance(output, tuple) and output and isinstance(output[0], tuple):
        output = output[0]
    if isinstance(output, tuple) and len(output) == 2:
        byte, reward = output
        sign = f"+{reward}" if isinstance(reward, int) and reward > 0 else str(reward)
        return f"{_visible(byte)}, {sign}"
    return _visible(output)


def _visible(symbol: Hashable) -> str:
    if symbol == " ":
        return "␣"
    return (
        "abcdefghijklmnopqrstuvwxyz"[symbol] if isinstance(symbol, int) and 0 <= symbol < 26 else str(symbol)
    )


def _input(label: Hashable) -> str:
    return "other" if label == OTHER else _visible(label)


def dot_source(machine: Machine, title: str = "", labels: Labels | None = None) -> str:
    """The picture in the DOT language."""
    written = labels or labels_of(machine)
    lines = [
        "digraph machine {",
        "  rankdir=TB; compound=true; fontname=Helvetica; nodesep=0.25; ranksep=0.4;",
    ]
    lines.append(f"  label={_quoted(title)}; labelloc=t; fontsize=20;")
    lines.append(
        "  node [shape=circle, fontname=Helvetica, fontsize=20, penwidth=1.6, margin=0.03, style=filled, "
        'fillcolor="#f3f6f8"];'
    )
    lines.append(
        '  edge [fontname=Helvetica, fontsize=16, penwidth=1.5, fontcolor="#16202a", arrowsize=1.1];'
    )
    for box in sorted(set(written.boxes)):
        inside = sorted(
            (i for i, name in enumerate(written.boxes) if name == box), key=lambda i: written.names[i]
        )
        nodes = " ".join(f"{i} [label={_quoted(written.names[i])}];" for i in inside)
        if box:
            style = f'label={_quoted("instance " + box)}; labeljust=l; labelloc=b; style=rounded; color="#9db2c9";'
            lines.append(f"  subgraph cluster_{box} {{ {style} {nodes} }}")
        else:
            lines.append(f"  {nodes}")
    for (a, b), texts in edge_labels(machine).items():
        kept = texts[:LINES] + ([f"… {len(texts) - LINES} more"] if len(texts) > LINES else [])
        joined = "\\n".join(_quoted(text)[1:-1] for text in kept)
        lines.append(f'  {a} -> {b} [label="{joined}", color="{_edge_colour(texts)}"];')
    return "\n".join([*lines, "}"])


def _edge_colour(texts: Sequence[str]) -> str:
    """By the best that can happen: blue for a reward, orange for mere penalties, grey else; the labels say it, too."""
    if any(", +" in text for text in texts):
        return "#0072b2"
    return "#d55e00" if all(", -" in text for text in texts) else "#55626f"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def svg(machine: Machine, title: str = "", labels: Labels | None = None) -> str:
    """The picture as SVG, laid out by Graphviz.

    Raises:
        UserError: if the machine is too large for a picture, or Graphviz is not installed.
    """
    if len(machine) > READABLE:
        raise UserError(
            f"The machine has {len(machine)} states; a picture is readable up to {READABLE}, "
            "use smaller parameters or an interactive page (.html)."
        )
    return rendered(dot_source(machine, title, labels))


def rendered(dot: str) -> str:
    """A drawing in Graphviz' language as SVG."""
    try:
        import pygraphviz
    except ImportError as error:
        raise UserError("Pictures need Graphviz: pip install 'gradus[mechanics]'.") from error
    graph = pygraphviz.AGraph(string=dot)
    graph.layout(prog="dot")
    drawn: bytes = graph.draw(format="svg")
    return drawn.decode("utf-8")
