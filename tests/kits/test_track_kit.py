"""The kit accepts the tracks and catches tracks that were broken on purpose."""

from functools import partial

import numpy as np
import pytest

from gradus import tracks
from gradus.kits.track import check_track
from gradus.kits.verdict import KitError
from gradus.school import Ticket

pytestmark = pytest.mark.tracks


@pytest.mark.parametrize(("track", "body"), [("stump", "small_bipedal"), ("parkour", "fish")])
def test_the_tracks_pass(track, body):
    check_track(partial(tracks.make, track, body=body))


def make(change, **options):
    """Stump Tracks with something broken by ``change(env)``."""
    env = tracks.make("stump", body="small_bipedal", **options)
    change(env)
    return env


def wrap_step(env, change):
    """Pass every result of ``step`` through ``change``."""
    original = env.step
    env.step = lambda actions: change(original(actions))


def noisy(env):
    rng = np.random.default_rng()
    wrap_step(
        env, lambda result: (result[0] + rng.normal(0, 1e-6, result[0].shape).astype(np.float32), *result[1:])
    )


def deaf_to_seed(env):
    original = env.reset
    env.reset = lambda *, seed=None, options=None: original(seed=0)


def global_chance(env):
    original = env.reset

    def reset(*, seed=None, options=None):
        np.random.random()  # noqa: NPY002
        return original(seed=seed)

    env.reset = reset


def lenient(env):
    original = env.step
    env.step = lambda actions: original(np.nan_to_num(actions))


def immortal(env):
    env.close = lambda: None


def forgetful(env):
    env.restore = lambda state: env.reset(seed=99)


def generous(env):
    wrap_step(env, lambda result: (result[0], result[1] + 1.0, *result[2:]))


def hasty(env):
    """Issues a ticket before all ended lanes have been observed."""
    lanes = env.lanes
    source = lanes.tickets.source
    observe = source.observe

    def early(outcome):
        source.issue()
        observe(outcome)

    if hasattr(source, "calls"):
        source.observe = early


def silent(env):
    original = env.reset
    env.reset = lambda *, seed=None, options=None: (original(seed=seed)[0], {})


def crowd_shy(env):
    """Lanes disturb each other."""
    if hasattr(env, "num_envs") and env.num_envs == 2:
        wrap_step(env, lambda result: (result[0] + np.float32(1e-3), *result[1:]))


def thready(env):
    if hasattr(env, "num_envs") and env.lanes.batch.threads > 1:
        wrap_step(env, lambda result: (result[0] * np.float32(1.5), *result[1:]))


BROKEN = {
    noisy: "Deterministic|different|fails while",
    deaf_to_seed: "fails while|same episode",
    global_chance: "NumPy's global random state",
    lenient: "not a number was accepted",
    immortal: "step after close was accepted",
    forgetful: "went on differently",
    generous: "rewards sum to",
    hasty: "observed first",
    silent: "lacks 'task'|fails while",
    crowd_shy: "One lane and two lanes differ",
    thready: "number of threads",
}


@pytest.mark.parametrize("change", BROKEN, ids=lambda change: change.__name__)
def test_broken_tracks_are_caught(change):
    with pytest.raises(KitError, match=BROKEN[change]):
        check_track(partial(make, change))


def test_a_track_that_takes_any_task_is_caught():
    def careless(**options):
        tickets = options.get("tickets")
        if isinstance(tickets, list) and not isinstance(tickets[0], Ticket):
            options["tickets"] = [tuple(np.nan_to_num(tickets[0]))]
        return tracks.make("stump", body="small_bipedal", **options)

    with pytest.raises(KitError, match="a task that is not a number was accepted"):
        check_track(careless)
