"""Pictures: not what they look like, but that they show what is there."""

import json
from collections import Counter

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner

from gradus import tracks
from gradus.cli.tracks import app
from gradus.school import UserError
from gradus.tracks import bodies, make
from gradus.tracks.view import Painter, contact_sheet, gallery, save_film, save_picture, scene_of
from gradus.tracks.view.canvas import Camera, Canvas
from gradus.tracks.view.painter import CLOUD, HILLS, _eye, _status
from gradus.tracks.view.sheets import level

WET = (-0.15, 0.8, 0.1, 1.0, 0.25, 2.0, 1.0, 10.0)
DRY = (-0.15, 0.8, 0.1, 0.0, 0.25, 2.0, 1.0, 10.0)


def colours(frame):
    return {tuple(pixel) for pixel in frame.reshape(-1, 3)}


@pytest.mark.parametrize(("track", "task"), [("stump", (2.0, 1.0)), ("parkour", DRY)])
def test_frames_follow_the_body_and_change_as_it_moves(track, task):
    env = make(track, tickets=[task], render_mode="rgb_array")
    env.reset(seed=0)
    first = env.render()
    assert first.shape == (400, 600, 3) and first.dtype == np.uint8
    for _ in range(20):
        env.step(np.array([1, -1, 0.5, 0], dtype=np.float32))
    assert not np.array_equal(first, env.render())


def test_drawing_changes_nothing():
    shown, unseen = (make("parkour", body="fish", tickets=[WET], render_mode="rgb_array") for _ in range(2))
    shown.reset(seed=0)
    unseen.reset(seed=0)
    for action in np.random.default_rng(0).uniform(-1, 1, (10, 4)).astype(np.float32):
        shown.render()
        assert np.array_equal(shown.step(action)[0], unseen.step(action)[0])


def test_water_is_blue_and_stumps_are_wooden():
    wet, dry = (make("parkour", body="fish", tickets=[task], render_mode="rgb_array") for task in (WET, DRY))
    wet.reset(seed=0)
    dry.reset(seed=0)
    blue = [env.render()[:300, :, 2].astype(int) - env.render()[:300, :, 0] for env in (wet, dry)]
    assert blue[0].mean() > blue[1].mean() + 10
    env = make("stump", tickets=[(3.0, 0.5)], render_mode="rgb_array")
    env.reset(seed=0)
    assert (158, 116, 78) in colours(env.render())


def test_a_dying_head_turns_red():
    env = make("parkour", body="classic_bipedal", tickets=[(*DRY[:3], 1.0, *DRY[4:])])
    env.reset(seed=0)
    before = scene_of(env.lanes, 0).exposure
    for _ in range(300):
        env.step(np.zeros(4, dtype=np.float32))
    assert before == 0.0 and scene_of(env.lanes, 0).exposure == pytest.approx(0.5)


def test_hands_show_whether_they_hold():
    env = make("parkour", body="climbing_profile_chimpanzee", tickets=[DRY])
    env.reset(seed=0)
    hands = [part for part in scene_of(env.lanes, 0).parts if part.hand]
    assert len(hands) == 2 and all(part.attached for part in hands)


def test_sheets_and_gallery():
    sheet = contact_sheet("stump", [(0.5, 1.0), (2.0, 3.0), (3.0, 6.0)], columns=2, width=200)
    assert sheet.shape[1] == 2 * 210 + 10
    assert contact_sheet("parkour", [WET], width=200).shape[1] == 220
    page = gallery(size=60)
    assert page.shape[1] == 4 * 70 + 10 and len(bodies.available()) >= 13
    with pytest.raises(UserError, match="at least one task"):
        contact_sheet("stump", [])
    with pytest.raises(UserError, match="columns must be a whole number of at least 1, not 0"):
        contact_sheet("stump", [(1.0, 3.0)], columns=0)


def test_the_world_has_no_edge_where_nobody_can_get_to():
    reached, short = (make("stump", tickets=[(1.0, spacing)]) for spacing in (4.0, 6.0))
    for env, ends in ((reached, False), (short, True)):
        env.reset(seed=0)
        land = scene_of(env.lanes, 0).land
        shown = land.shown(land.ground)
        assert shown[0][0] < -20 and (shown[-1][0] < land.finish) == ends


def test_the_eye_turns_with_the_head():
    def white(tilt):
        canvas = Canvas(60, 60, Camera(-1.0, -1.0, 30.0))
        corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]
        cosine, sine = np.cos(tilt), np.sin(tilt)
        _eye(canvas, [(cosine * x - sine * y, sine * x + cosine * y) for x, y in corners], tilt)
        rows, columns = np.nonzero(canvas.finished().min(axis=2) > 200)
        return columns.mean() > 30, rows.mean() < 30

    assert white(0.0) == (True, True) and white(np.pi) == (False, False)


def test_films(tmp_path):
    env = make("stump", render_mode="rgb_array")
    env.reset(seed=0)
    frames = []
    for _ in range(6):
        env.step(np.ones(4, dtype=np.float32))
        frames.append(env.render())
    film = save_film(frames, tmp_path / "walk.gif")
    with Image.open(film) as read:
        assert read.n_frames == 6 and read.size == (600, 400)  # type: ignore[attr-defined]
    pytest.importorskip("imageio_ffmpeg")
    assert save_film(frames, tmp_path / "walk.mp4").stat().st_size > 1000
    for call in (lambda: save_film(frames, tmp_path / "walk.avi"), lambda: save_film([], tmp_path / "a.gif")):
        with pytest.raises(UserError):
            call()
    with pytest.raises(UserError, match="cannot be written"):
        save_picture(frames[0], tmp_path / "picture.xyz")


def test_the_window(monkeypatch):
    pytest.importorskip("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    env = make("stump", render_mode="human")
    env.reset(seed=0)
    env.step(np.zeros(4, dtype=np.float32))
    assert env.render() is None
    env.close()


def test_many_lanes_render_one_frame_each():
    env = make("stump", num_envs=2, render_mode="rgb_array")
    env.reset(seed=0)
    frames = env.render()
    assert len(frames) == 2 and Painter().frame(env.lanes, 1).shape == frames[1].shape


def test_the_command_line(tmp_path):
    run = CliRunner().invoke
    listed = run(app, ["list", "--json"])
    assert len(json.loads(listed.stdout)["bodies"]) >= 13
    for name, arguments in {
        "grid.png": ["--grid", "--task", "1,3", "--task", "2,1"],
        "bodies.png": ["--bodies"],
        "set.png": ["--test-set", "swim", "--steps", "1"],
        "one.png": ["--track", "parkour", "--body", "fish", "--steps", "3"],
        "film.gif": ["--steps", "6"],
    }.items():
        done = run(app, ["show", "-o", str(tmp_path / name), *arguments])
        assert done.exit_code == 0, done.output
        with Image.open(tmp_path / name) as picture:
            assert picture.size[0] > 100
    for wrong in (["--grid", "--columns", "0"], ["--steps", "-1"], ["--seed", "-1"]):
        assert run(app, ["show", *wrong, "-o", str(tmp_path / "x.png")]).exit_code == 2
    bad = run(app, ["show", "--task", "one,two", "-o", str(tmp_path / "x.png")])
    assert isinstance(bad.exception, UserError)


def test_a_frame_says_task_step_and_return_and_how_it_ended():
    env = make("stump", tickets=[(3.0, 0.5)], render_mode="rgb_array")
    env.reset(seed=0)
    assert _status(env.lanes, 0) == "task 3.00, 0.50   step 0   return 0"
    over = False
    while not over:
        over = any(env.step(np.array([-1, -1, 1, 1], dtype=np.float32))[2:4])
    assert _status(env.lanes, 0).endswith("   fell")
    captioned, plain = (Painter().frame(env.lanes, 0, caption=caption) for caption in (True, False))
    assert not np.array_equal(captioned[:18], plain[:18]) and np.array_equal(captioned[20:], plain[20:])


def test_under_a_roof_there_are_no_hills_and_no_clouds():
    for track, task, seen in (("stump", (0.0, 6.0), True), ("parkour", DRY, False)):
        env = make(track, tickets=[task], render_mode="rgb_array")
        env.reset(seed=0)
        assert bool({HILLS[0], HILLS[1], CLOUD} & colours(env.render())) == seen


def test_water_and_hills_cannot_be_mixed_up():
    for hill in HILLS:
        assert hill[2] < hill[0], "hills are warm, water is blue"


def test_a_sheet_numbers_its_tasks_and_says_how_hard_they_are():
    assert [level("stump", (height, 3.0)) for height in (0.0, 1.5, 3.0)] == ["easy", "medium", "hard"]
    counts = Counter(level("parkour", task) for task in tracks.test_set("walk"))
    assert counts["easy"] == 34 and counts["medium"] >= 33 and counts["hard"] >= 25
