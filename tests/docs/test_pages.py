"""Every Python block and every gradus command in the documentation is run."""

import importlib.util
import re
import shlex
import tomllib
from pathlib import Path

import pytest

from gradus.cli import main

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
NEED_CORE = ("compare-teachers.md", "gallery.md", "tracks.md", "train-a-walker.md", "write-a-body.md")
"""Pages that need the compiled core of the tracks."""
MARKED = [pytest.param(path, marks=[pytest.mark.tracks] * (path.name in NEED_CORE)) for path in PAGES]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", MARKED, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_page(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = FENCE.findall(page.read_text())
    for kind, text in blocks:
        if kind == "toml":
            (tmp_path / "curriculum.toml").write_text(text)
            run("gradus teach --learner silent --curriculum curriculum.toml --max-steps 50")
        elif kind == "json":
            (tmp_path / "configuration.json").write_text(text)
            run("gradus teach --learner silent --curriculum configuration.json --max-steps 50")
        elif kind == "python":
            exec(compile(text, str(page), "exec"), {"__name__": "page"})
        elif kind == "sh":
            for line in text.splitlines():
                if line.startswith("gradus "):
                    run(line)


def run(line):
    try:
        main(shlex.split(line)[1:])
    except SystemExit as end:
        assert not end.code, line


def tool(name):
    source = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    found = importlib.util.module_from_spec(source)
    source.loader.exec_module(found)
    return found


def links(page):
    return [
        (page.parent / target).resolve()
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text())
    ]


def test_every_page_can_be_reached_from_the_first():
    """By links, or by the site's navigation, which lists all pages of some folders by itself."""
    folders = tool("site_pages").FOLDERS.values()
    listed = [page.resolve() for folder in folders for page in (ROOT / "docs" / folder).glob("*.md")]
    reached, todo = set(), [(ROOT / "README.md").resolve(), *listed]
    while todo:
        page = todo.pop()
        if page not in reached:
            reached.add(page)
            todo += [target for target in links(page) if target.suffix == ".md"]
    assert {page.resolve() for page in PAGES} <= reached


def test_links_lead_somewhere():
    for page in PAGES:
        for target in links(page):
            assert target.exists(), f"{page}: {target}"


def test_the_description_for_package_indexes_is_the_readme_without_what_it_cannot_show():
    made = tool("description").description((ROOT / "README.md").read_text(encoding="utf-8"))
    assert made == (ROOT / "DESCRIPTION.md").read_text(encoding="utf-8"), "run: python tools/description.py"
    assert "](" not in made and "![" not in made


def test_with_an_address_every_link_of_the_description_leads_to_a_file():
    address = "https://forge.example/owner/gradus"
    made = tool("description").description((ROOT / "README.md").read_text(encoding="utf-8"), address)
    found = re.findall(r"\]\((https://[^)]+)\)", made)
    ours = [target.removeprefix(address) for target in found if target.startswith(address)]
    assert len(ours) > 30 and len(found) == len(re.findall(r"\]\(", made)), "every link is a whole address"
    for target in ours:
        kind, branch, path = target.removeprefix("/").split("/", 2)
        assert branch == "main" and (ROOT / path.partition("#")[0]).is_file()
        assert kind == ("raw" if path.endswith((".gif", ".png", ".svg")) else "blob")


def test_addresses_of_the_project_are_written_and_taken_away():
    project, urls = (ROOT / "pyproject.toml").read_text(encoding="utf-8"), tool("description").with_urls
    address = "https://forge.example/owner/gradus"
    published = urls(project, address)
    assert tomllib.loads(published)["project"]["urls"]["Homepage"] == address
    assert urls(published, "") == project and urls(published, address) == published


def test_moving_pictures_are_small():
    assert (ROOT / "docs" / "pictures" / "bodies-in-motion.gif").stat().st_size < 1_500_000
