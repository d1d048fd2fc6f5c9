"""The page: one self-contained HTML file that reads well on a phone, on a desk and on paper."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from matplotlib import rc_context
from matplotlib.figure import Figure

from gradus import __version__
from gradus.report import palette
from gradus.report.charts import STYLE, TIP
from gradus.report.tables import Table, is_number, is_numeric, shown


@dataclass(frozen=True)
class Tile:
    """A figure to be seen first."""

    value: str
    meaning: str


@dataclass(frozen=True)
class Film:
    """Moving pictures inside the page."""

    content: bytes
    caption: str
    kind: str = "image/webp"

    @property
    def address(self) -> str:
        """The film itself, as an address that needs no file."""
        return f"data:{self.kind};base64,{base64.b64encode(self.content).decode()}"


@dataclass(frozen=True)
class PageSection:
    """A heading, a few sentences, figures, a picture or films, tables and the commands that made them."""

    title: str
    text: str
    figure: Figure | None = None
    tables: tuple[Table, ...] = ()
    commands: tuple[str, ...] = ()
    tiles: tuple[Tile, ...] = ()
    films: tuple[Film, ...] = ()

    @property
    def head(self) -> str:
        """The title without what it belongs to."""
        return self.title.partition(": ")[0]

    @property
    def whose(self) -> str:
        """The run or experiment that a title names behind a colon; empty if there is none."""
        return self.title.partition(": ")[2]

    @property
    def is_drawn(self) -> bool:
        """Whether there is something to look at."""
        return self.figure is not None or bool(self.films)

    @property
    def is_broad(self) -> bool:
        """Whether it needs more room than a chart at reading size."""
        return bool(self.films) or (self.figure is not None and self.figure.get_figwidth() > 6)

    @property
    def slug(self) -> str:
        """The title as a file name."""
        return re.sub(r"[^a-z0-9]+", "-", self.title.lower()).strip("-")


CSS = palette.CSS + (files("gradus.report") / "style.css").read_text(encoding="utf-8")
SCRIPT = (files("gradus.report") / "page.js").read_text(encoding="utf-8")


def svg(figure: Figure, transparent: bool = False) -> str:
    """A figure as SVG text without what differs from day to day."""
    buffer = io.StringIO()
    with rc_context(STYLE):
        figure.savefig(
            buffer, format="svg", transparent=transparent, metadata={"Date": None, "Creator": None}
        )
    text = buffer.getvalue()
    text = re.sub(rf'<g id="{TIP}([^"]*)">', r"<g><title>\1</title>", text)
    return text[text.index("<svg") :]


def inline(figure: Figure, number: int) -> Markup:
    """The SVG for the page, behind its opening: ids made unique within the page, numbers shortened."""
    text = palette.dressed(svg(figure, transparent=True))
    text = re.sub(r'\bid="([^"]+)"', rf'id="f{number}-\1"', text)
    text = re.sub(r'(href="#|url\(#)', rf"\g<1>f{number}-", text)
    text = re.sub(r"<[^>]*>", lambda tag: re.sub(r"(\d+\.\d{2})\d+", r"\1", tag[0]), text)
    text = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->", "", text, flags=re.S)
    text = re.sub(r"\s*\n\s*", " ", text)
    return Markup(text.removeprefix("<svg "))  # Matplotlib has escaped the texts in it


def page(title: str, sections: Sequence[PageSection], date: str = "") -> str:
    """The whole file; its contents name runs only if there are several."""
    short = len({section.whose for section in sections} - {""}) < 2
    return _PAGE.render(
        title=title,
        sections=sections,
        short=short,
        date=date,
        css=Markup(CSS),
        script=Markup(SCRIPT),
        version=__version__,
    )


_ROOM = Environment(
    loader=PackageLoader("gradus.report", ""),
    autoescape=True,
    undefined=StrictUndefined,
    keep_trailing_newline=True,
)
_ROOM.globals |= {"inline": inline, "is_number": is_number, "is_numeric": is_numeric, "shown": shown}
_PAGE = _ROOM.get_template("page.html")
