"""Curriculum pictures show the tasks and the teacher's inner state."""

import numpy as np
import pytest
from matplotlib.patches import Ellipse, Rectangle
from PIL import Image

from gradus.report.curriculum import animation, figure, watch
from gradus.school import Box, Discrete, UserError
from gradus.teachers import make
from gradus.teachers.toy import ToyStudent, ToyWorld

WORLD = ToyWorld("plain", cells=6)


def frames_of(name, episodes=120, frames=4, **settings):
    teacher = make(name, WORLD.space, 0, **settings)
    return watch(teacher, ToyStudent(WORLD, 0).play, episodes, frames)


def patches(drawing, kind):
    return [patch for ax in drawing.axes for patch in ax.patches if isinstance(patch, kind)]


def test_watching_does_not_change_the_run():
    teacher, student = make("riac", WORLD.space, 0, capacity=20), ToyStudent(WORLD, 0)
    plain = []
    for _ in range(100):
        ticket = teacher.issue()
        plain.append(ticket.task)
        teacher.observe(student.play(ticket))
    watched = watch(make("riac", WORLD.space, 0, capacity=20), ToyStudent(WORLD, 0).play, 100, 5)
    assert [frame.episodes for frame in watched] == [20, 40, 60, 80, 100]
    assert np.concatenate([frame.tasks for frame in watched]).tolist() == [list(task) for task in plain]


def test_gaussians_are_ellipses_of_two_deviations():
    frames = frames_of("spdl", initial_mean=(0.5, 0.5), initial_std=(0.1, 0.05))
    ellipses = patches(figure(frames, WORLD.space), Ellipse)
    assert len(ellipses) == 4
    assert sorted((ellipses[0].width, ellipses[0].height)) == pytest.approx([0.2, 0.4])


def test_regions_and_boxes_are_rectangles():
    frames = frames_of("riac", capacity=20)
    regions = sum(len(frame.shapes) for frame in frames)
    assert regions > 4
    assert len(patches(figure(frames, WORLD.space), Rectangle)) == 2 * regions
    assert len(patches(figure(frames_of("adr"), WORLD.space), Rectangle)) == 8


def test_three_dimensions_are_drawn_in_pairs():
    world = ToyWorld("plain", dimension=3, cells=4)
    frames = watch(make("plr", world.space, 0, buffer=10), ToyStudent(world, 0).play, 60, 6)
    drawn = figure(frames, world.space, columns=2)
    fields = [axes for axes in drawn.axes if not hasattr(axes, "_colorbar")]
    assert len(fields) == 3 * 2
    assert len(drawn.axes) - len(fields) == 2, "returns and the teacher's expectations have a scale each"


def test_a_line_is_drawn_too():
    world = ToyWorld("plain", dimension=1)
    figure(watch(make("random", world.space), ToyStudent(world).play, 20, 2), world.space)


def test_an_animation_has_one_picture_per_frame(tmp_path):
    path = animation(frames_of("adr", frames=3), WORLD.space, tmp_path / "adr.gif", "ADR")
    with Image.open(path) as picture:
        assert picture.n_frames == 3  # type: ignore[attr-defined]


def test_what_cannot_be_drawn():
    with pytest.raises(UserError, match="named tasks"):
        watch(make("random", Discrete(("a",))), lambda ticket: None, 1)
    with pytest.raises(UserError, match="at least one frame"):
        figure([], Box((0.0,), (1.0,)))
