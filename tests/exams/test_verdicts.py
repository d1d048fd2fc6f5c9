"""On learners whose behaviour is known, the exams say what is so."""

from __future__ import annotations

import numpy as np
import pytest

from gradus import exams
from gradus.exams.compare import Arm, compare
from gradus.exams.pairs import Pairs


@pytest.fixture
def held(ladder_file, tmp_path):
    def hold(protocol, learner, **settings):
        settings = {"curriculum": ladder_file, "scramble": False, "task_steps": 20_000, **settings}
        exam = exams.make(protocol, learner=f"toys:{learner}", **settings)
        return exams.examine(exam, tmp_path / f"{protocol}-{learner}").to_json()["table"]

    return hold


def verdicts(rows):
    return {row["task"]: row["verdict"] for row in rows}


def test_one_that_reuses_everything_is_gradual_in_every_task(held):
    table = held("graduality", "Reuser", control=())
    result = table["graduality"]
    assert set(verdicts(result["rows"]).values()) == {"gradual"}
    assert result["whole"]["verdict"] == "gradual"
    assert result["whole"]["p_better"] == pytest.approx(1 / 252)
    assert all(row["ratio"]["high"] < 1 and row["interval"]["high"] < 1 for row in result["rows"])
    # Above the floor the gain shows in full: 5 mistakes instead of 40.
    assert all(row["above_floor"]["estimate"] < 0.3 for row in result["rows"])
    assert all(row["ratio"]["n"] == 25 for row in result["rows"])


def test_one_that_never_transfers_is_not_shown(held):
    result = held("graduality", "NeverTransfers", control=())["graduality"]
    assert result["whole"]["verdict"] == "not shown"
    assert all(0.75 < row["ratio"]["estimate"] < 1.3 for row in result["rows"])


def test_one_that_transfers_negatively_is_negative(held):
    result = held("graduality", "Negative", control=())["graduality"]
    assert result["whole"]["verdict"] == "negative"
    found = verdicts(result["rows"])
    assert found["say5"] == found["say4"] == found["say3"] == "negative"
    assert "gradual" not in found.values()


def test_a_reuser_is_no_better_than_the_control_that_knows_the_interface(held):
    """All the reuser reuses is learned with the first keyword: the control that learned one has it too."""
    table = held("graduality", "Reuser", control=("say1",))
    assert table["graduality"]["whole"]["verdict"] == "gradual"
    assert table["control"]["whole"]["verdict"] == "not shown"


def test_one_that_keeps_everything(held):
    table = held("forgetting", "NeverTransfers")
    assert set(verdicts(table["forgetting"]["rows"]).values()) == {"kept"}
    assert table["second_walk"]["whole"]["verdict"] == "kept"
    assert all(row["saved"] > 0.9 for row in table["forgetting"]["rows"])
    assert table["forgetting"]["whole"]["within"]["estimate"] == 1


def test_one_that_forgets(held):
    table = held("forgetting", "Forgets")
    found = verdicts(table["forgetting"]["rows"])
    assert found.pop("say5") == "kept"  # the last one is still in its mind
    assert set(found.values()) == {"forgotten"}
    assert table["second_walk"]["whole"]["verdict"] == "forgotten"


def test_retention_matrix_of_one_that_keeps_and_one_that_forgets(held):
    kept = held("retention", "NeverTransfers", times=3)["retention"]
    cells = [[cell["estimate"] if cell else None for cell in row["cells"]] for row in kept["rows"]]
    assert cells == [[1, 1, 1]] * 2 + [[None, 1, 1]] * 2 + [[None, None, 1]] * 2
    lost = held("retention", "Forgets", times=3, options={"base": 60})["retention"]
    cells = [[cell["estimate"] if cell else None for cell in row["cells"]] for row in lost["rows"]]
    # Relearning within the first instance of a test fails it (too late); the others are solved again.
    assert [row[-1] for row in cells] == [0.8, 0.8, 0.8, 0.8, 0.8, 1]


def test_steps_stop_with_a_reason(held):
    table = held("steps", "Stuck", runs=2, task_steps=5_000)
    assert [row["tasks_passed"] for row in table["runs"]] == [2, 2]
    assert table["runs"][0]["reason"] == "stalled: say2 was not passed within 5000 steps"
    rows = {row["task"]: row for row in table["tasks"]}
    assert rows["say1"]["passed"] == 2
    assert rows["say2"]["passed"] == 0
    assert rows["say2"]["steps"] == [None, None]
    assert rows["say3"]["reached"] == 0


def test_a_stage_stops_a_hopeless_learner(held):
    stages = (("say1", 0.3), ("say3", 0.5))
    table = held("steps", "Stuck", runs=1, task_steps=None, max_steps=10_000, stages=stages)
    assert table["runs"][0]["reason"] == "say3 was not passed within 50% of the budget (5000 steps)"
    assert table["runs"][0]["steps"] == 5000
    fine = held("steps", "Reuser", runs=1, max_steps=10_000, stages=stages)
    assert fine["runs"][0]["finished"]


def test_a_learner_that_fails_gets_a_reason(held):
    table = held("steps", "Breaks", runs=1)
    assert table["runs"][0]["reason"].startswith(
        "the learner failed: RuntimeError: lost my head, at toys.py, line "
    )
    assert not table["runs"][0]["finished"]


@pytest.mark.parametrize("protocol", ["forgetting", "retention", "accuracy"])
def test_a_learner_that_fails_leaves_nothing_to_go_on_with(held, protocol):
    table = held(protocol, "Breaks", runs=1, first=3)
    assert any(row["reason"].startswith("the learner failed") for row in table["runs"])


def test_hours_are_kept_over_several_sittings(held):
    table = held("steps", "Stuck", runs=1, task_steps=None, max_steps=None, hours=0.5 / 3600)
    assert table["runs"][0]["reason"] == "stopped after 0.000138889 hours"


def test_steps_meet_the_floor_of_a_learner_that_makes_no_mistakes(held):
    table = held("steps", "Toy", runs=2, options={"base": 0, "spread": 0})
    assert [row["reason"] for row in table["runs"]] == ["finished"] * 2
    for row in table["tasks"]:
        assert np.median(row["steps"]) == row["floor"]
        assert row["accuracy"]["estimate"] == 1


def test_relaxed_conditions_help_one_that_is_late(held):
    """200 mistakes are too many for the soft limit of a first instance but not for a thousand times more."""
    table = held(
        "relaxed", "NeverTransfers", runs=2, skip=1, options={"base": 200, "spread": 0}, max_steps=40_000
    )
    strict, relaxed = table["totals"], table["relaxed"]["totals"]
    assert table["relaxed"]["skipped"] == ["say0"]
    assert relaxed["tasks_passed"]["estimate"] == 5
    assert strict["tasks_passed"]["estimate"] == 6
    rows = {row["task"]: row for row in table["relaxed"]["tasks"]}
    strict_rows = {row["task"]: row for row in table["tasks"]}
    assert rows["say1"]["mean"]["estimate"] < strict_rows["say1"]["mean"]["estimate"]


def test_transfer_between_curricula(held, ladder_file):
    table = held("transfer", "Reuser", before=ladder_file, first=3)
    result = verdicts(table["transfer"]["rows"])
    assert result["say0"] == "positive"
    assert table["transfer"]["whole"]["verdict"] == "positive"


def test_accuracy_after_passing(held):
    table = held("accuracy", "NeverTransfers", runs=2, first=2, few=0, instances=10)
    for row in table["accuracy"]["rows"]:
        assert row["accuracy"]["estimate"] == 1
        assert row["of"] == 200
        assert row["verdict"] == "above chance"


def test_another_order_and_a_memory_to_begin_with(held, tmp_path):
    first = held("steps", "NeverTransfers", runs=1, order="say3,say1")
    assert [row["task"] for row in first["tasks"]] == ["say3", "say1"]
    run = tmp_path / "steps-NeverTransfers" / "runs" / "continuous" / "0"
    table = held("steps", "Toy", runs=1, order="reversed", start=str(run))
    rows = {row["task"]: row for row in table["tasks"]}
    assert next(iter(rows)) == "say5"
    assert rows["say3"]["steps"][0] == rows["say3"]["floor"], "it begins with what the other run learned"
    assert rows["say2"]["steps"][0] > rows["say2"]["floor"]


@pytest.mark.parametrize(("runs", "repetitions"), [(5, 200), (8, 60)])
def test_identical_populations_are_called_gradual_at_most_at_the_nominal_rate(runs, repetitions):
    rng = np.random.default_rng(11)
    alarms = whole = total = 0
    for i in range(repetitions):
        steps = rng.lognormal(7, 0.8, (2, 6, runs)).round()
        steps[rng.random(steps.shape) < 0.1] = np.inf
        floors = np.full((6, runs), 50.0)
        tasks = [f"t{k}" for k in range(6)]
        result = compare(tasks, Arm(steps[0], floors), Arm(steps[1], floors), level=0.9, seed=i)
        alarms += sum(row.verdict == "gradual" for row in result.rows)
        whole += result.whole.verdict == "gradual"
        total += 6
    assert alarms / total <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / total)
    assert alarms > 0
    assert whole / repetitions <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / repetitions)


def arm(*rows, floor=100.0):
    steps = np.array(rows, dtype=float)
    return Arm(steps, np.full(steps.shape, floor))


def test_no_verdict_where_there_was_nothing_to_learn():
    """All of ours cost eight in a hundred more than theirs: significant, but nothing was to be learned."""
    ours, theirs = [108, 107, 109, 108, 106], [100, 101, 100, 102, 100]
    learned = [300, 310, 320, 330, 340], [900, 910, 920, 930, 940]
    result = compare(["a", "b"], arm(ours, learned[0]), arm(theirs, learned[1]), level=0.9, seed=0)
    assert [row.verdict for row in result.rows] == ["nothing to learn", "gradual"]
    assert result.rows[0].p_worse is result.rows[0].p_worse_holm is None
    assert result.whole.tasks == 1
    assert result.whole.nothing_to_learn == 1
    assert result.whole.expected_false == pytest.approx(2 * 12 / 252)
    assert "not corrected for their number" in exams.terms(result.whole)
    alone = compare(["a"], arm(ours), arm(theirs), level=0.9, seed=0)
    assert alone.whole.verdict == "nothing to learn"


def test_two_against_two_runs_show_nothing_and_say_so():
    result = compare(["a"], arm([300, 310]), arm([900, 910]), level=0.9, seed=0)
    assert result.rows[0].verdict == result.whole.verdict == "too few runs"
    assert exams.to_json(result)["rows"][0]["interval"]["low"] is None
    assert exams.notes(result.rows) == ["No interval: it needs at least 3 against 3 runs, not 2 against 2."]
    assert result.whole.expected_false == 0


@pytest.mark.parametrize(("runs", "alone"), [(5, 7), (3, 6), (5, 3)])
def test_unequal_arms_that_err_too_often_are_refused(runs, alone):
    with pytest.raises(ValueError, match="alone must be a multiple of runs"):
        exams.make("graduality", learner="repeat", runs=runs, alone=alone)
    assert exams.make("graduality", learner="repeat", runs=5, alone=10)


def forgotten(first, again, known):
    pairs = Pairs("t", np.arange(len(first)), *(np.array(x, dtype=float) for x in (first, again, known)))
    return exams.make("forgetting", learner="repeat"), pairs


@pytest.mark.parametrize(
    ("first", "again", "verdict"),
    [
        ([105] * 5, [130, 131, 132, 133, 134], "nothing to learn"),
        ([105] * 5, [np.inf] * 3 + [105, 105], "forgotten"),
        ([300, 320, 340, 360, 380], [310, 330, 350, 370, 390], "worse"),
        ([300, 320, 340, 360, 380], [310, 330, 350, 370, 370], "forgotten"),
        ([300, 320, 340, 360, 380], [110, 120, 110, 120, 110], "kept"),
        ([300, 320, 340], [900, 910, 920], "forgotten"),
    ],
)
def test_forgetting_looks_for_something_to_learn_first_and_tests_pairs(first, again, verdict):
    exam, pairs = forgotten(first, again, [100] * len(first))
    assert exam._row(pairs).verdict == verdict


def test_the_whole_of_forgetting_counts_runs_not_pairs(held):
    whole = held("forgetting", "NeverTransfers", runs=3)["forgetting"]["whole"]
    assert whole["tasks"] == 6
    assert whole["within"]["n"] == whole["saved"]["n"] == whole["runs"] == 3
    assert whole["saved"]["estimate"] > 0.9
    assert whole["expected_false"] == 0, "three pairs cannot be called worse"


def test_accuracy_says_why_it_tested_nothing(held):
    many = held("accuracy", "NeverTransfers", runs=1, first=2, few=4)
    assert many["accuracy"]["reason"].startswith("None of the 2 tasks has at most 4 different answers")


def test_accuracy_of_one_that_passes_nothing_says_so(held):
    none = held("accuracy", "Toy", runs=1, first=1, few=0, options={"base": 10**6}, task_steps=500)
    assert none["accuracy"]["reason"] == "No run passed any of the 1 tasks that are tested."


@pytest.mark.parametrize("curriculum", ["round1", "round1-eval", "arithmetic", "blocks"])
def test_relaxed_conditions_relax_the_streak(curriculum):
    exam = exams.make("relaxed", learner="repeat", curriculum=curriculum)
    for name, task in exam.easier.tasks.items():  # type: ignore[attr-defined]
        strict = exam.tasks.tasks[name].rules
        assert task.rules.streak == (1 if strict.single else 5) <= strict.streak
        assert task.rules.max_time > strict.max_time
    harder = exams.make("relaxed", learner="repeat", curriculum=curriculum, streak=20)
    assert all(task.rules.streak <= 10 for task in harder.easier.tasks.values())  # type: ignore[attr-defined]


def test_tasks_not_reached_support_neither_verdict():
    floors = np.full((1, 5), 10.0)
    some = Arm(np.array([[100.0, 110, 120, 130, 140]]), floors)
    half = Arm(np.array([[900.0, 910, np.nan, np.nan, np.nan]]), floors)
    row = compare(["t"], half, some, level=0.9, seed=0).rows[0]
    assert row.verdict == "not shown"
    assert row.ratio.n == 10


def test_reasons_are_kept_as_an_enum_and_in_words(held, tmp_path):
    from gradus.learners import Stop
    from gradus.school import read_json

    held("steps", "Stuck", runs=1, task_steps=5_000)
    held("steps", "Breaks", runs=1)
    ends = {name: tmp_path / f"steps-{name}" / "runs" / "continuous" / "0" for name in ("Stuck", "Breaks")}
    assert read_json(ends["Stuck"] / "end.json")["stop"] == "stalled"
    assert exams.read_run(ends["Stuck"]).stop is Stop.STALLED
    assert exams.read_run(ends["Breaks"]).failed


def test_a_lesson_keeps_a_rule_to_the_very_step_and_says_why():
    from gradus.learners import Ending, Lesson, Stop
    from gradus.stream import World

    class Until:
        def steps_left(self, world):
            return max(1, 777 - max(1, world.steps))

        def ending(self, world):
            return Ending(Stop.STAGE, "enough") if world.steps >= 777 else None

    lesson = Lesson.create(None, "repeat", World("round1", 0))
    results = lesson.run(rule=Until())
    assert (results.steps, results.reason, lesson.ended.stop) == (777, "enough", Stop.STAGE)


@pytest.mark.parametrize("runs", [1, 3])
def test_walks_are_the_unit_of_retention(held, runs):
    """Instances of one walk are no independent observations: one walk gives no interval."""
    table = held("retention", "Forgets", times=3, runs=runs, options={"base": 60})
    cell = table["retention"]["rows"][0]["cells"][-1]
    assert cell["n"] == runs
    if runs == 1:
        assert (cell["low"], cell["high"]) == (None, None)
        assert cell["note"] == "no interval: it needs at least 3 runs, not 1"
    else:
        assert cell["low"] <= 0.8 <= cell["high"]
        assert cell["method"] == "Student's t"


def test_a_learner_that_never_leaves_the_first_task_is_no_accident(held):
    """Nothing is compared then: before the first task nothing is learned."""
    table = held("graduality", "Stuck", runs=3, task_steps=300)
    assert table["graduality"]["rows"] == []
    assert table["graduality"]["whole"]["verdict"] == "not shown"
