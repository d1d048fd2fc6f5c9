"""The page: one self-contained HTML file that reads well on a phone, on a desk and on paper."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from matplotlib.figure import Figure

from gradus import __version__
from gradus.report.tables import Table


@dataclass(frozen=True)
class Section:
    """A heading, a few sentences, a picture, tables and the commands that made them."""

    title: str
    text: str
    figure: Figure | None = None
    tables: tuple[Table, ...] = ()
    commands: tuple[str, ...] = ()

    @property
    def slug(self) -> str:
        """The title as a file name."""
        return re.sub(r"[^a-z0-9]+", "-", self.title.lower()).strip("-")


CSS = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff; margin: 0 auto; padding: 1rem; max-width: 60rem; }
h1 { font-size: 1.6rem; margin: .5rem 0; } h2 { font-size: 1.2rem; margin: 2rem 0 .3rem; border-top: 1px solid #ccc; padding-top: 1rem; }
p { margin: .4rem 0; max-width: 44rem; } svg { width: 100%; height: auto; max-width: 40rem; display: block; margin: .6rem 0; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-size: .85rem; margin: .5rem 0; }
th, td { padding: .2rem .55rem; border-bottom: 1px solid #ddd; text-align: left; white-space: nowrap; }
th { border-bottom: 2px solid #888; } .number { text-align: right; font-variant-numeric: tabular-nums; } .none { color: #777; }
details { margin: .4rem 0; } summary { cursor: pointer; color: #0072B2; }
code, pre { font: .85rem ui-monospace, monospace; } pre { background: #f4f4f4; padding: .5rem; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
footer { margin-top: 2rem; color: #555; font-size: .85rem; border-top: 1px solid #ccc; padding-top: .5rem; }
@media print {
  body { max-width: none; font-size: 11pt; padding: 0; } h2 { break-after: avoid; } section { break-inside: auto; }
  svg { max-width: 15cm; max-height: 23cm; break-inside: avoid; } details > summary { display: none; } pre { background: none; border: 1px solid #ccc; }
  table { font-size: 7.5pt; } .wide { overflow: visible; } th, td { padding: .1rem .25rem; white-space: normal; } tr { break-inside: avoid; }
}
"""
OPEN_FOR_PRINT = (
    "addEventListener('beforeprint',()=>document.querySelectorAll('details').forEach(d=>d.open=true));"
)


def svg(figure: Figure) -> str:
    """A figure as SVG text without what differs from day to day."""
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    text = buffer.getvalue()
    return text[text.index("<svg") :]


def inline(figure: Figure, number: int, title: str) -> str:
    """The SVG for the page: named for screen readers, its ids made unique within the page, numbers shortened."""
    text = svg(figure)
    text = re.sub(r'\bid="([^"]+)"', rf'id="f{number}-\1"', text)
    text = re.sub(r'(href="#|url\(#)', rf"\g<1>f{number}-", text)
    text = re.sub(r"(\d+\.\d{2})\d+", r"\1", text)
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.S)
    return text.replace("<svg ", f'<svg role="img" aria-label="{escape(title, quote=True)}" ', 1)


def page(title: str, sections: Sequence[Section]) -> str:
    """The whole file."""
    parts = [
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{CSS}</style><script>{OPEN_FOR_PRINT}</script></head><body>",
        f"<h1>{escape(title)}</h1>",
    ]
    parts += [_section(section, number) for number, section in enumerate(sections)]
    parts.append(
        f"<footer>Made by gradus {escape(__version__)}. Intervals and n stand in every table.</footer>"
    )
    return "\n".join([*parts, "</body></html>\n"])


def _section(section: Section, number: int) -> str:
    parts = [f'<section id="{section.slug}"><h2>{escape(section.title)}</h2>']
    parts += [f"<p>{escape(line)}</p>" for line in section.text.split("\n") if line]
    if section.figure is not None:
        parts.append(inline(section.figure, number, section.title))
    for table in section.tables:
        parts.append(f"<details><summary>Table: {escape(table.name)}</summary>{table.html()}</details>")
    if section.commands:
        lines = escape("\n".join(dict.fromkeys(section.commands)))
        parts.append(f"<details><summary>How this was made</summary><pre>{lines}</pre></details>")
    return "\n".join([*parts, "</section>"])
