"""The page: one self-contained HTML file that reads well on a phone, on a desk and on paper."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files

from matplotlib import rc_context
from matplotlib.figure import Figure

from gradus import __version__
from gradus.report.charts import STYLE, TIP
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


CSS = (files("gradus.report") / "style.css").read_text(encoding="utf-8")
SCRIPT = (files("gradus.report") / "page.js").read_text(encoding="utf-8")


def svg(figure: Figure) -> str:
    """A figure as SVG text without what differs from day to day."""
    buffer = io.StringIO()
    with rc_context(STYLE):
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    text = buffer.getvalue()
    text = re.sub(rf'<g id="{TIP}([^"]*)">', r"<g><title>\1</title>", text)
    return text[text.index("<svg") :]


def inline(figure: Figure, number: int, title: str) -> str:
    """The SVG for the page: named for screen readers, its ids made unique within the page, numbers shortened."""
    text = svg(figure)
    text = re.sub(r'\bid="([^"]+)"', rf'id="f{number}-\1"', text)
    text = re.sub(r'(href="#|url\(#)', rf"\g<1>f{number}-", text)
    text = re.sub(r"<[^>]*>", lambda tag: re.sub(r"(\d+\.\d{2})\d+", r"\1", tag[0]), text)
    text = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->", "", text, flags=re.S)
    text = re.sub(r"\s*\n\s*", " ", text)
    return text.replace("<svg ", f'<svg role="img" aria-label="{escape(title, quote=True)}" ', 1)


def page(title: str, sections: Sequence[Section]) -> str:
    """The whole file."""
    parts = [
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{CSS}</style><script>{SCRIPT}</script></head><body>",
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
