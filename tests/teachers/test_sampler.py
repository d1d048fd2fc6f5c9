"""A teacher over the rows of a dataset: what it prefers, how it deals, exact resume, bad input."""

import json
from collections import Counter
from itertools import islice

import numpy as np
import pytest

from gradus.school import UserError
from gradus.teachers.sampler import METHODS, DatasetTeacher
from gradus.teachers.sumtree import SumTree


def play(sampler, rounds, rng):
    """Rows and what became of them: row i succeeds with probability i / size."""
    rows = []
    for _ in range(rounds):
        batch = sampler.draw(sampler.settings.batch)
        rows += batch
        sampler.observe(batch, [float(rng.random() < row / sampler.size) for row in batch])
    return rows


def frozen(sampler):
    return json.dumps(sampler.state_dict(), sort_keys=True)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 100])
def test_a_tree_draws_as_a_search_in_sums_does(size):
    rng = np.random.default_rng(size)
    weights = rng.integers(0, 4, size).astype(float)
    weights[0] = 1.0
    tree = SumTree(size)
    tree.change(np.arange(size), weights)
    assert tree.total == weights.sum()
    shares = rng.random(200)
    expected = np.searchsorted(np.cumsum(weights), shares * weights.sum(), side="right")
    assert tree.find(shares).tolist() == expected.tolist()
    assert tree.weights(np.array([0])) == [1.0]
    assert SumTree(size, 0.5).total == size / 2


def test_learnability_is_p_times_one_minus_p():
    sampler = DatasetTeacher(4, memory=1.0)
    sampler.observe([0, 1, 2], [0.0, 0.5, 1.0], 8)
    # One success and one failure are assumed of each: p = 1/10, 5/10, 9/10; the row not seen has p = 1/2.
    expected = [0.1 * 0.9, 0.25, 0.9 * 0.1, 0.25]
    assert sampler._tree.weights(np.arange(4)) == pytest.approx(expected)
    forgetful = DatasetTeacher(1, memory=0.5)
    forgetful.observe([0], [1.0], 4)
    forgetful.observe([0], [0.0], 4)
    p = (0.5 * 4 + 1) / (0.5 * 4 + 4 + 2)
    assert forgetful._tree.total == pytest.approx(p * (1 - p))


def test_the_other_weights_follow_their_teachers():
    progress = DatasetTeacher(1, method="learning-progress", rate=0.5)
    progress.observe([0, 0], [1.0, 1.0])
    assert progress._tree.total == pytest.approx(0.75 - 0.5)  # fast 0.5, 0.75; slow 0.25, 0.5
    tscl = DatasetTeacher(1, method="tscl", rate=0.5)
    tscl.observe([0, 0], [1.0, 0.0])
    assert tscl._tree.total == pytest.approx(abs(0.5 + 0.5 * (-1.0 - 0.5)))
    plr = DatasetTeacher(1, method="plr")
    plr.observe([0, 0], [1.0, 0.25])
    assert plr._tree.total == pytest.approx(0.75)


def test_middling_rows_are_seen_most():
    sampler = DatasetTeacher(100, explore=0.1, power=2.0, batch=5)
    rng = np.random.default_rng(0)
    play(sampler, 200, rng)
    late = Counter(row // 25 for row in play(sampler, 200, rng))
    assert late[1] + late[2] > 1.5 * (late[0] + late[3])


def test_rows_not_seen_for_long_come_back_in_plr():
    sampler = DatasetTeacher(3, method="plr", explore=0.0, staleness=1.0)
    sampler.observe([0, 1, 2], [0.0, 0.0, 0.0])
    for _ in range(30):
        sampler.observe([1], [0.0])
        sampler.observe([2], [0.0])
    drawn = Counter(int(row) for row in sampler._some(500))
    assert drawn[0] > 450 and drawn[2] == 0  # row 2 has just been seen


@pytest.mark.parametrize("method", METHODS)
def test_a_batch_has_no_row_twice_and_an_epoch_its_length(method):
    sampler = DatasetTeacher(range(20), method=method, batch=6, repeat_each=2, repeat_batch=3)
    rng = np.random.default_rng(1)
    play(sampler, 30, rng)
    epoch = list(sampler)
    assert len(epoch) == len(sampler) == 3 * 6 * 2 * 3
    for start in range(0, len(epoch), 36):
        block = epoch[start : start + 36]
        assert block[:12] == block[12:24] == block[24:]
        assert block[0:12:2] == block[1:12:2] and len(set(block)) == 6
    assert len(list(sampler)) == len(epoch)  # a new epoch begins
    assert sorted(sampler.draw(20)) == list(range(20))


@pytest.mark.parametrize("method", METHODS)
def test_it_goes_on_exactly_in_the_middle_of_an_epoch(method):
    settings = {"method": method, "batch": 4, "repeat_each": 2, "batches": 30}
    whole, broken = DatasetTeacher(50, 7, **settings), DatasetTeacher(50, 7, **settings)
    students = [np.random.default_rng(3) for _ in range(2)]
    orders = []
    for sampler, rng in zip((whole, broken), students, strict=True):
        order = []
        for row in islice(iter(sampler), 61):
            order.append(row)
            sampler.observe([row], [rng.random()])
        orders.append(order)
    assert orders[0] == orders[1]
    saved = json.loads(json.dumps(broken.state_dict()))
    again = DatasetTeacher(50, 0, **settings)
    again.load_state_dict(saved)
    assert frozen(again) == frozen(whole)
    assert list(again) == list(whole) and frozen(again) == frozen(whole)


@pytest.mark.parametrize("ahead", [0, 1, 2])
def test_a_trainer_that_passes_over_what_it_trained_on_goes_on_exactly(ahead):
    """It asks for batches ahead, is stopped, begins the epoch again and skips: the same rows come and go on."""
    settings = {"batch": 4, "repeat_each": 2, "repeat_batch": 3, "batches": 6}
    size = 4 * 2 * 3

    def train(sampler, rows, asked, done, until):
        """Batches ``done`` to ``until``, each observed after ``ahead`` further ones were asked for."""
        given, stream = list(asked), iter(sampler)
        for number in range(done, until):
            while len(given) < min(6, number + 1 + ahead):
                given.append([next(stream) for _ in range(size)])
            rows.append(given[number])
            sampler.observe(given[number], [row % 3 / 2 for row in given[number]])
        return given

    whole, again = (DatasetTeacher(40, 7, **settings) for _ in range(2))
    rows: list[list[int]] = []
    asked = train(whole, rows, [], 0, 3)
    saved = json.loads(json.dumps(whole.state_dict()))
    again.load_state_dict(saved, epoch_again=True)
    skipped = list(islice(again, 3 * size))
    assert skipped == [row for batch in rows for row in batch]
    train(whole, rows, asked, 3, 6)
    train(again, fresh := [], [[]] * 3, 3, 6)
    assert fresh == rows[3:]
    assert frozen(again) == frozen(whole) and list(again) == list(whole)


def test_a_dataset_that_shrank_is_refused_and_nothing_changes():
    old, new = DatasetTeacher(50), DatasetTeacher(49, 1)
    play(old, 10, np.random.default_rng(0))
    before = frozen(new)
    with pytest.raises(UserError, match=r"a dataset of 50 rows; this one has 49\."):
        new.load_state_dict(old.state_dict())
    for nothing in ({}, {"rng": 3}, [], None):
        with pytest.raises(UserError, match="no state of a sampler"):
            new.load_state_dict(nothing)  # type: ignore[arg-type]
    with pytest.raises(UserError, match="other settings"):
        DatasetTeacher(50, power=2.0).load_state_dict(old.state_dict())
    twin = DatasetTeacher(50)
    for name in ("rng", "rows", "queue", "time"):
        state = {key: value for key, value in old.state_dict().items() if key != name}
        with pytest.raises(UserError, match="is damaged"):
            twin.load_state_dict(state)
    assert frozen(new) == before and frozen(twin) == frozen(DatasetTeacher(50))


def test_bad_input_is_one_sentence_and_teaches_nothing():
    sampler = DatasetTeacher(5)
    before = frozen(sampler)
    for rows, scores, counts, sentence in (
        ([0, 1], [1.0], 1, "one score for each row, not 1 for 2"),
        ([5], [1.0], 1, "There is no row 5: the dataset has 5"),
        ([-1], [1.0], 1, "There is no row -1"),
        ([0], [1.5], 1, "from 0 to 1"),
        ([0], [float("nan")], 1, "from 0 to 1"),
        ([0], [1.0], 0, "greater than 0"),
        ([0, 1], [1.0, 1.0], [8], "one count for each row, not 1 for 2"),
        ([1.5], [1.0], 1, r"There is no row 1\.5"),
        ([float("nan")], [1.0], 1, "There is no row nan"),
        (["a"], [1.0], 1, r"Rows must be numbers, not \['a'\]"),
        ([0], [None], 1, "from 0 to 1"),
        ([0], ["good"], 1, "Scores must be numbers"),
    ):
        with pytest.raises(UserError, match=sentence):
            sampler.observe(rows, scores, counts)  # type: ignore[arg-type]
    assert frozen(sampler) == before
    with pytest.raises(UserError, match="there are 3"):
        DatasetTeacher(3, batch=4)
    with pytest.raises(UserError, match="method must be one of"):
        DatasetTeacher(3, method="learnabilty")
    with pytest.raises(UserError, match="no setting 'bach'"):
        DatasetTeacher(3, bach=4)
    with pytest.raises(UserError, match="Cannot draw 6 different rows of 5"):
        sampler.draw(6)


def test_rows_never_observed_take_no_room():
    sampler = DatasetTeacher(200_000)
    sampler.observe(list(range(100)), [0.5] * 100)
    assert len(frozen(sampler)) < 10_000


@pytest.mark.slow
def test_pytorch_takes_it_as_a_sampler():
    data = pytest.importorskip("torch.utils.data")
    sampler = DatasetTeacher(40, 1, batch=8)
    loader = data.DataLoader(list(range(100, 140)), batch_size=8, sampler=sampler)
    for batch in loader:
        rows = [int(value) - 100 for value in batch]
        assert len(set(rows)) == 8
        sampler.observe(rows, [0.5] * 8)
    assert len(loader) == 5 and sampler.plays.sum() == 40
