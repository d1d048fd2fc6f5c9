"""The rules of terrain, water, climbing and life, against figures of the TeachMyAgent reference implementation."""

import numpy as np
import pytest

from gradus.school import Box, UserError
from gradus.tracks import make, task_space, test_set
from gradus.tracks.cppn import SEED, SHAPES, network, weights
from gradus.tracks.cppn_search import PUBLISHED, measure
from gradus.tracks.lanes import Lanes
from gradus.tracks.options import TrackOptions

STEP = 14 / 30
GROUND, CEILING, STUMP, CREEPER, VINE, WATER = range(6)
DRY = (-0.15, 0.8, 0.1, 0.0, 0.25, 0.0, 5.0, 10.0)


def terrain(track="stump", task=(1.0, 3.0), legacy_seed=7, **options):
    """The terrain of a task, drawn from the legacy generator with an integer seed."""
    lanes = Lanes(TrackOptions(track, **options), [task], 1, 1, 0)
    row = lanes.reader.row(lanes.reader.check(task))[None]
    lanes.batch.reset(np.array([0], np.int32), row, np.array([[legacy_seed]], np.uint32))
    return lanes.batch.terrain(0)


def outlines(made, kind):
    return [np.array(points) for material, points in made["pieces"] if material == kind]


def test_stump_heights_are_those_of_the_legacy_generator():
    heights = [np.ptp(box[:, 1]) / STEP for box in outlines(terrain(), STUMP)]
    np.testing.assert_allclose(heights[:4], [1.16905, 0.95341, 0.92111, 1.00021], atol=5e-6)


ENDS = {
    0.0: 93.23,
    2 / 3: 93.20,
    4 / 3: 92.60,
    2.0: 93.20,
    8 / 3: 91.27,
    10 / 3: 92.93,
    4.0: 90.20,
    14 / 3: 91.93,
}
ENDS |= {16 / 3: 91.00, 6.0: 87.40}


@pytest.mark.parametrize(("spacing", "end"), ENDS.items())
def test_where_the_ground_ends(spacing, end):
    made = terrain(task=(1.0, spacing))
    assert made["ground"][-1][0] == pytest.approx(end, abs=6e-3)
    assert made["finish"] == pytest.approx(88.6667, abs=1e-4)
    mended = terrain(task=(1.0, spacing), rules="repaired")
    assert mended["ground"][-1][0] > mended["finish"] + 1.0


def test_flat_without_roughness_and_low_stumps_are_floored():
    made = terrain(task=(-3.0, 1.0))
    assert {y for _, y in made["ground"]} == {400 / 30 / 4}
    assert {round(float(np.ptp(box[:, 1])), 6) for box in outlines(made, STUMP)} == {round(0.05 * STEP, 6)}
    assert len(outlines(terrain(task=(1.0, 0.0)), STUMP)) in (176, 177)


def test_the_other_obstacles():
    rough = Box((1, 3, 0), (1, 3, 9), ("stump_height", "obstacle_spacing", "roughness"))
    heights = [y for _, y in terrain(task=(1.0, 3.0, 9.0), space=rough)["ground"]]
    assert len(set(heights)) > 10
    names = ("obstacle_spacing", *(f"hexagon_{i}" for i in range(12)))
    made = terrain(task=(3.0, *[1.0] * 12), space=Box((3.0, *[0.0] * 12), (3.0, *[4.0] * 12), names))
    assert all(len(outline) == 6 for outline in outlines(made, STUMP))
    names = ("obstacle_spacing", *(f"sequence_{i}" for i in range(10)))
    made = terrain(task=(3.0, *[1.0] * 10), space=Box((3.0, *[0.0] * 10), (3.0, *[4.0] * 10), names))
    assert len(outlines(made, STUMP)) % 5 == 0
    names = ("stump_height", "stump_width_mean", "stump_rotation_mean")
    made = terrain(task=(2.0, 2.0, 0.5), space=Box((0, 0, 0), (3, 3, 3), names))
    box = outlines(made, STUMP)[0]
    assert np.ptp(box[:2, 0]) == pytest.approx(2 * STEP * np.cos(0.5))
    plain = terrain(task=(2.0,), space=Box((0,), (9,), ("obstacle_spacing",)))
    assert outlines(plain, STUMP) == [] and len(plain["ground"]) > 40


@pytest.mark.parametrize(("spacing", "period"), [(0.3, 2), (0.5, 3), (1.0, 4), (2.0, 6), (5.0, 12)])
def test_creepers_stand_in_steps(spacing, period):
    made = terrain("parkour", (*DRY[:5], 2.0, spacing, 10.0))
    columns = [round(box[:, 0].min() / STEP) for box in outlines(made, CREEPER)]
    assert columns == list(range(0, 219, period))


def test_parkour_is_220_vertices_with_a_flat_pad_and_a_ceiling_that_never_crosses():
    for theta in ((-0.15, 0.8, 0.1), (0.9, -0.9, 0.9), (-1.0, 1.0, -1.0)):
        made = terrain("parkour", (*theta, *DRY[3:]))
        ground, ceiling = np.array(made["ground"]), np.array(made["ceiling"])
        assert len(ground) == len(ceiling) == 220
        assert np.allclose(ground[:21, 1], 10 / 3) and np.allclose(ceiling[:21, 1], 10 / 3 + 20)
        assert (ceiling[:, 1] >= ground[:, 1]).all()
        assert ground[-1, 0] == pytest.approx(102.2) and made["finish"] == pytest.approx(100.3333, abs=1e-4)


def test_the_water_level_is_measured_from_the_bottom_of_the_world():
    made = terrain("parkour", (*DRY[:3], 0.8, *DRY[4:]))
    highest = max(y for _, y in made["ceiling"])
    assert made["water"] == pytest.approx(-100 + 0.8 * (highest + 100))
    assert terrain("parkour", DRY)["water"] == pytest.approx(-100 + 0.01 * (highest + 100))


def test_movable_creepers_are_chains():
    made = terrain("parkour", (*DRY[:5], 3.5, 5.0, 10.0), movable_creepers=True)
    links = outlines(made, VINE)
    assert len(links) == 4 * 19 and np.ptp(links[0][:, 1]) == pytest.approx(1.0)


def play(env, action, steps):
    for _ in range(steps):
        yield env.step(np.asarray(action, dtype=np.float32))


def test_a_walker_under_water_dies_after_600_steps_and_the_dead_do_not_move():
    env = make("parkour", body="classic_bipedal", tickets=[(*DRY[:3], 1.0, *DRY[4:])])
    env.reset(seed=0)
    dead = [bool(step[0][5]) for step in play(env, np.zeros(4), 603)]
    assert dead.index(True) + 1 == 602
    _, reward, terminated, _, _ = env.step(np.ones(4, dtype=np.float32))
    assert not terminated and abs(reward) < 0.1  # no torque is paid for
    mended = make("parkour", body="classic_bipedal", tickets=[(*DRY[:3], 1.0, *DRY[4:])], rules="repaired")
    mended.reset(seed=0)
    ends = [step[2] for step in play(mended, np.zeros(4), 601)]
    assert ends.index(True) + 1 == 601 and mended.outcome.extras == {"end": "died"}


def test_a_fish_dies_in_air_and_an_amphibian_nowhere():
    for body, water, dies in (("fish", 0.0, True), ("fish", 1.0, False), ("amphibious_bipedal", 1.0, False)):
        env = make("parkour", body=body, tickets=[(*DRY[:3], water, *DRY[4:])])
        env.reset(seed=0)
        last = list(play(env, np.zeros(4), 605))[-1]
        assert bool(last[0][5]) == dies and bool(last[0][4]) == bool(water)


def test_a_climber_hangs_from_the_ceiling_until_it_lets_go():
    env = make("parkour", body="climbing_profile_chimpanzee", tickets=[DRY], push=0.0)
    observation, _ = env.reset(seed=0)
    hands = slice(4 + 2 + 2 * 10 + 4, 4 + 2 + 2 * 10 + 4 + 4)
    assert observation[hands].tolist()[1::2] == [1.0, 1.0]
    hold = np.array([0.0] * 10 + [1.0, 1.0], dtype=np.float32)
    height = env.lanes.batch.poses(0)[0][1]
    for _ in range(100):
        observation, _, terminated, _, _ = env.step(hold)
    assert not terminated and abs(env.lanes.batch.poses(0)[0][1] - height) < 1.0
    env.reset(seed=0)
    falls = 0
    while not terminated:
        observation, _, terminated, _, _ = env.step(np.zeros(12, dtype=np.float32))
        falls += 1
        assert observation[hands].tolist()[1::2] == [0.0, 0.0]
    assert falls == 86


def test_lidar_types_name_water_and_creepers_and_go_stale_only_by_the_reference_rules():
    wet = make("parkour", body="fish", tickets=[(*DRY[:3], 0.72, *DRY[4:])])
    observation, _ = wet.reset(seed=0)
    assert set(np.unique(observation[-10:])) <= {-1.0, 0.0, 1.0}
    hanging = make("parkour", body="climbing_profile_chimpanzee", tickets=[(*DRY[:5], 3.0, 1.0, 10.0)])
    observation, _ = hanging.reset(seed=0)
    assert 1.0 in observation[-10:]


def stumbling(rules):
    """Observations and poses of bodies that tumble between long creepers, so that rays meet and miss them."""
    options = {"fan": "full", "tickets": [(*DRY[:5], 20.0, 4.0, 10.0)]}
    env = make("parkour", num_envs=4, body="spider", rules=rules, **options)
    rows, poses = [env.reset(seed=1)[0]], []
    for action in np.random.default_rng(0).uniform(-1, 1, (120, 4, 12)).astype(np.float32):
        rows.append(env.step(action)[0])
        poses.append([env.lanes.batch.poses(lane) for lane in range(4)])
    return np.array(rows), np.array(poses)


def test_the_repaired_rules_mend_lidar_types_and_leave_physics_alone():
    reference, poses = stumbling("reference")
    repaired, same_poses = stumbling("repaired")
    assert np.array_equal(poses, same_poses)
    assert np.array_equal(reference[..., -20:-10], repaired[..., -20:-10])
    free = reference[..., -20:-10] == 1.0
    assert reference[..., -10:][free].any() and not repaired[..., -10:][free].any()


def test_the_repaired_contact_flag_counts():
    def flags(rules):
        env = make(
            "parkour", num_envs=4, body="millipede", rules=rules, tickets=[(*DRY[:5], 20.0, 0.0, 10.0)]
        )
        env.reset(seed=1)
        plan = np.random.default_rng(0).uniform(-1, 1, (150, 4, 16)).astype(np.float32)
        return np.array([env.step(action)[0] for action in plan])[..., 6 + 4 :: 5][..., :8]

    reference, repaired = flags("reference"), flags("repaired")
    lost = (reference == 0) & (repaired == 1)
    assert lost.any() and not ((reference == 1) & (repaired == 0)).any()


def within_reach(scene):
    """Per hand, whether the box around it meets the box around a creeper as it hangs now."""
    vines = np.array(scene["vines"])
    low, high = vines.min(axis=1), vines.max(axis=1)
    hands = [np.mean(part["outline"], axis=0) for part in scene["parts"] if part["hand"]]
    return [((hand + 0.06 > low) & (hand - 0.06 < high)).all(axis=1).any() for hand in hands]


def test_repaired_hands_take_hold_of_a_creeper_where_it_swings():
    def holding(rules, movable):
        """Per step, lane and hand whether it holds on; and how often it should have, but missed."""
        options = {"movable_creepers": movable, "tickets": [(*DRY[:5], 6.0, 0.3, 10.0)]}
        body = "climbing_profile_chimpanzee"
        env = make("parkour", num_envs=4, body=body, rules=rules, autoreset_mode="Disabled", **options)
        env.reset(seed=1)
        held, missed, before = [], 0, np.zeros((4, 2), dtype=bool)
        for action in (
            np.random.default_rng(0).uniform(-1, 1, (19, 4, 12)).astype(np.float32).repeat(8, axis=0)
        ):
            held.append(env.step(action)[0][:, [31, 33]] > 0)
            if movable:
                now = np.array([within_reach(env.lanes.batch.scene(lane)) for lane in range(4)])
                missed += int((before & now & (action[:, -2:] > 0) & ~held[-1]).sum())
                before = now
        return np.array(held), missed

    assert holding("repaired", True)[1] < holding("reference", True)[1]
    assert np.array_equal(holding("repaired", False)[0], holding("reference", False)[0])


@pytest.mark.parametrize("body", ["spider", "climbing_profile_chimpanzee", "fish"])
def test_both_lidars_see_the_same(body):
    def seen(lidar):
        env = make("parkour", num_envs=4, body=body, lidar=lidar, space="hard", movable_creepers=True)
        rows = [env.reset(seed=5)[0]]
        rng = np.random.default_rng(0)
        rows += [env.step(rng.uniform(-1, 1, env.action_space.shape))[0] for _ in range(150)]
        return np.array(rows)

    np.testing.assert_allclose(seen("analytic"), seen("box2d"), atol=1e-6)


def test_repaired_rules_end_a_millipede_that_lands_on_its_head():
    def falls(rules):
        env = make(
            "stump",
            num_envs=8,
            body="millipede",
            rules=rules,
            space=Box((3, 0), (3, 1), ("stump_height", "obstacle_spacing")),
        )
        env.reset(seed=0)
        rng = np.random.default_rng(0)
        return sum(int(env.step(rng.uniform(-1, 1, (8, 16)))[2].sum()) for _ in range(150))

    assert falls("reference") == 0 and falls("repaired") > 0


def test_the_stump_test_set_is_the_grid():
    tasks = np.array(test_set("stump"))
    assert len(set(map(tuple, tasks))) == 100
    assert sorted(set(tasks[:, 0])) == pytest.approx(np.linspace(0, 3, 10))
    assert sorted(set(tasks[:, 1])) == pytest.approx(np.linspace(0, 6, 10))


@pytest.mark.parametrize(("name", "water"), [("walk", {0.0}), ("swim", {1.0}), ("climb", None)])
def test_parkour_test_sets_are_60_inside_and_40_outside_in_thirds(name, water):
    tasks = test_set(name)
    assert tasks == test_set(name) and len(set(tasks)) == 100

    def inside(task, box):
        return all(lo <= x <= hi for lo, x, hi in zip(box.low, task, box.high, strict=True))

    training, easy, hard = (task_space("parkour", box) for box in ("medium", "easy", "hard"))
    assert sum(inside(task, training) for task in tasks) == 60
    assert sum(inside(task, easy) for task in tasks) == 34
    assert all(inside(task, hard) for task in tasks)
    if water is not None:
        assert {task[3] for task in tasks} == water


@pytest.mark.parametrize("box", ["easy", "medium", "hard"])
def test_our_network_draws_what_the_boxes_promise(box):
    found, wanted = measure(network(), box, 120), PUBLISHED[box]
    assert abs(found.meets - wanted.meets) < 0.1 and abs(found.wide - wanted.wide) < 0.1
    assert abs(found.lowest - wanted.lowest) < 3.0 and abs(found.highest - wanted.highest) < 5.0
    assert abs(found.steepest - wanted.steepest) < 1.0


def test_networks_from_files(tmp_path):
    matrices = [np.full(shape, 0.1, dtype=np.float32) for shape in SHAPES]
    np.savez(tmp_path / "mine.npz", **{f"w{i}": matrix for i, matrix in enumerate(matrices)})  # type: ignore[arg-type]
    assert terrain("parkour", DRY, network=str(tmp_path / "mine.npz")) != terrain("parkour", DRY)
    np.savez(tmp_path / "short.npz", **{f"w{i}": matrix for i, matrix in enumerate(matrices[:4])})  # type: ignore[arg-type]
    np.savez(tmp_path / "odd.npz", **{f"w{i}": matrix.T for i, matrix in enumerate(matrices)})  # type: ignore[arg-type]
    for name, sentence in (
        ("short", "does not hold"),
        ("odd", "w0 must be finite and"),
        ("none", "does not hold"),
    ):
        with pytest.raises(UserError, match=sentence):
            terrain("parkour", DRY, network=str(tmp_path / f"{name}.npz"))


def test_the_network_computes_what_it_should():
    """Against double precision; single precision leaves differences of a few parts in a million of the range."""
    values, place, matrices = weights(SEED).astype(np.float64), 0, []
    for rows, columns in SHAPES:
        matrices.append(values[place : place + rows * columns].reshape(rows, columns))
        place += rows * columns
    layer = np.column_stack([np.arange(200) / 199, np.tile((-0.15, 0.8, 0.1), (200, 1))])
    for i, matrix in enumerate(matrices):
        layer = layer @ matrix
        if i < 4:
            layer = np.logaddexp(0.0, layer) if i % 2 else np.tanh(layer)
    np.testing.assert_allclose(network().relief(-0.15, 0.8, 0.1), layer, atol=1e-5 * np.ptp(layer))
