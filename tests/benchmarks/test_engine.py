"""The engine's benchmark: tasks without a dialogue, solved by streaks, the same every time."""

from benchmarks.learning import engine
from benchmarks.learning.engine import (
    Asked,
    Job,
    Lesson,
    Pupil,
    curriculum,
    generated,
    one_job,
    section_engine,
)

from gradus.learners.gradual.knowledge import KnowledgeSettings


def test_a_task_that_is_copied_is_solved_and_one_of_chance_is_not():
    def copies():
        for n in range(5):
            yield Asked(b"say x%d" % n, (b"x%d" % n).__eq__, b"x%d" % n)

    def chance():
        while True:
            yield Asked(b"say it", lambda said: False, b"")

    pupil = Pupil(0, KnowledgeSettings())
    assert pupil.learn(Lesson("own", "copy", 10, copies), 0).solved
    lost = pupil.learn(Lesson("own", "chance", 10, chance), 0)
    assert not lost.solved and lost.asked == lost.wrong == 10


def test_content_of_public_tasks_is_accepted_as_the_tasks_do():
    lesson = next(lesson for lesson in curriculum("round1", 0) if lesson.task == "micro13.2")
    for asked, _ in zip(lesson.ask(), range(20), strict=False):
        assert asked.accepts(asked.told)
        assert not asked.accepts(b"?")


def test_the_same_job_has_the_same_result():
    def counted():
        rows = one_job(Job(3, "forms", "development"))
        return [(row.task, row.solved, row.asked, row.wrong, row.evaluations) for row in rows]

    assert counted() == counted()


def test_noise_changes_what_is_told_and_nothing_else():
    lessons = generated("forms", 0, "development")
    asked = [next(lesson.ask()) for lesson in lessons]
    noisy = Pupil(0, KnowledgeSettings(), noise=1.0)
    noisy.told = [b"other"] * 19
    assert any(noisy._misheard(one.told) != one.told for one in asked)


def test_the_table_has_a_line_per_family():
    text, rows = section_engine([0], map, ["forms"], "development", each_task=True)
    assert "| forms |" in text and len(rows) == 6


def test_curricula_are_named_as_they_were_asked_for(monkeypatch):
    monkeypatch.setattr(engine, "taught", lambda lessons, *rest: lessons)
    assert {lesson.family for lesson in engine.one_job(Job(0, "public-blocks"))} == {"public-blocks"}
