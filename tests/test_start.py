"""What `import gradus` offers: teach, load, worlds, teachers, learners, as values that say what they are."""

import subprocess
import sys

import pytest

import gradus
from gradus.bench import Choice
from gradus.school import Tabular, UserError
from gradus.start import Examined, Run


class Parrot:
    """Repeats what it hears and remembers nothing."""

    def act(self, byte, reward):
        return byte

    def state(self):
        return {}

    def restore(self, state):
        pass


def test_importing_it_imports_no_room():
    script = (
        "import sys, gradus; rooms = [name for name in sys.modules if name.startswith('gradus.')]\n"
        "assert rooms == ['gradus.registration'], rooms\n"
        "assert not {'scipy', 'matplotlib', 'rich', 'typer'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr


def test_every_name_it_offers_is_there():
    assert sorted(gradus.__all__) == sorted(dir(gradus))  # type: ignore[attr-defined]
    for name in gradus.__all__:  # type: ignore[attr-defined]
        assert getattr(gradus, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'lessons'"):
        _ = gradus.lessons  # type: ignore[attr-defined]


def test_teach_a_named_learner_and_one_of_ones_own(tmp_path):
    results = gradus.teach("memory", seed=3, max_steps=700, output=tmp_path / "run")
    assert results.steps == 700 and "of 46 tasks passed in 700 steps" in repr(results)
    run = gradus.load(tmp_path / "run")
    assert isinstance(run, Run) and run.steps == 700 and run.kind == "lesson"
    assert "memory-v0 on round1, seed 3" in repr(run)
    assert gradus.teach(Parrot(), max_steps=200, output=tmp_path / "own").steps == 200
    assert "Parrot on round1" in repr(gradus.load(tmp_path / "own"))
    with pytest.raises(UserError, match="'byte' is for a learner that is named"):
        gradus.teach(Parrot(), byte=3)


def test_rows_add_up(tmp_path):
    results = gradus.teach("memory", max_steps=3_000, output=tmp_path / "run")
    run = gradus.load(tmp_path / "run")
    assert isinstance(run, Run)
    rows = run.rows()
    assert rows[-1]["ended"] == run.steps == results.steps
    assert sum(row["reward"] for row in rows) == results.reward
    assert {row["task"] for row in rows} == {row["name"] for row in results.rows() if row["steps"]}
    assert run.replay(rows[1]["serial"]).exact


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_frames_where_pandas_or_polars_is_installed(library):
    found = pytest.importorskip(library)
    frame = gradus.teach("memory", max_steps=500).frame(library)
    assert isinstance(frame, found.DataFrame) and len(frame) == 46
    assert list(frame.columns)[:2] == ["name", "passed"]


def test_other_libraries_are_refused():
    with pytest.raises(UserError, match="library must be one of pandas, polars, not 'excel'"):
        gradus.teach("silent", max_steps=10).frame("excel")


def test_without_pandas_one_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setattr("gradus.school.tabular.find_spec", lambda name: None)
    with pytest.raises(UserError, match=r"needs pandas or polars: pip install pandas\."):
        gradus.teach("silent", max_steps=10).frame()


def test_a_notebook_shows_a_table_and_nothing_of_it_is_markup():
    class Rude(Tabular):
        def rows(self):
            return [{"name": "<script>", "value": 1234567}] * 25

    shown = Rude()._repr_html_()
    assert "&lt;script&gt;" in shown and "<script>" not in shown
    assert "1,234,567" in shown and "and 5 more rows" in shown


def test_an_exam_is_loaded_with_its_rows(tmp_path):
    exam = gradus.exams.make("steps", learner="memory", first=2, runs=2, task_steps=300, max_steps=600)
    gradus.exams.examine(exam, tmp_path / "exam")
    found = gradus.load(tmp_path / "exam")
    assert isinstance(found, Examined) and found.protocol == "steps" and "2 runs" in repr(found)
    assert [row["task"] for row in found.rows()] == ["micro1", "micro2"]
    with pytest.raises(UserError, match="not a run folder"):
        gradus.load(tmp_path)


def test_reprs_say_what_things_are():
    world = gradus.World("round1", 5)
    assert repr(world) == "<World 'round1', seed 5, not begun, step 0>"
    world.step(None)
    assert repr(world) == "<World 'round1', seed 5, in micro1, step 1>"
    assert repr(world.curriculum) == "<Curriculum 'round1', 46 tasks, taught by consecutive>"
    assert repr(world.curriculum.tasks["micro1"]).startswith("<Task 'micro1': Whatever is shown")
    teacher = gradus.teachers.make("random", gradus.Box((0.0,), (1.0,), ("x",)))
    assert repr(teacher).startswith("<teacher random-v0 on Box(") and "0 tickets issued" in repr(teacher)


def test_a_campaign_is_loaded_with_a_row_per_run(tmp_path):
    from tests.bench.made import made_campaign
    from tests.bench.test_analysis import ORDER

    made_campaign(tmp_path / "runs", "original", Choice("hours", seeds=3), ORDER)
    found = gradus.load(tmp_path / "runs")
    assert "12 finished runs" in repr(found) and "alp-gmm" in repr(found)
    rows = found.rows()
    assert len(rows) == 12 and {row["seed"] for row in rows} == {0, 1, 2}
    assert all(0 <= row["mastered"] <= row["best"] <= 100 for row in rows)


@pytest.mark.parametrize("name", ["repeat", "silent", "random", "memory"])
def test_a_learner_says_who_it_is(name):
    assert repr(gradus.learners.make(name)) == f"<learner {name}>"
