"""One track as a Gymnasium environment."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, ClassVar, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from gradus.school import Outcome, Ticket, UserError, hint
from gradus.tracks.lanes import RUNNING, SUCCESS, Lanes
from gradus.tracks.options import TrackOptions

Observation = NDArray[np.float32]
Action = NDArray[np.float32]


def observation_space(size: int, lanes: int | None = None) -> spaces.Box:
    """The unbounded box that observations live in."""
    shape = (size,) if lanes is None else (lanes, size)
    return spaces.Box(-np.inf, np.inf, shape, np.float32)


def action_space(size: int, lanes: int | None = None) -> spaces.Box:
    """Motors, then hands, each from -1 to 1."""
    shape = (size,) if lanes is None else (lanes, size)
    return spaces.Box(-1.0, 1.0, shape, np.float32)


class TrackEnv(gymnasium.Env[Observation, Action]):
    """A track that takes a ticket at every reset and reports its outcome at the end of the episode.

    ``tickets`` is a teacher, a list of tasks or tickets (played in turn), one task, or None (uniform over the task
    space). ``seed`` is the run's seed for tickets the environment stamps itself; ``reset(seed=...)`` starts afresh.
    All other options are those of :class:`~gradus.tracks.TrackOptions`.
    """

    metadata = {"render_modes": ["human", "rgb_array"], "render_fps": 50}
    track: ClassVar[Literal["stump", "parkour"]]

    def __init__(
        self, tickets: Any = None, seed: int = 0, render_mode: str | None = None, **options: Any
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise UserError(f"render_mode must be human, rgb_array or None, not {render_mode!r}.")
        self.options = make_options(self.track, options)
        self.render_mode = render_mode
        self.lanes = Lanes(self.options, tickets, 1, 1, seed)
        self.observation_space: Any = observation_space(self.lanes.observation_size)
        self.action_space: Any = action_space(self.lanes.body.actions)
        self.task_space = self.lanes.space
        """Where tasks come from."""
        self._viewer: Any = None

    @property
    def ticket(self) -> Ticket | None:
        """The ticket being played."""
        return self.lanes.playing[0]

    @property
    def outcome(self) -> Outcome:
        """What has happened to the ticket so far."""
        return self.lanes.outcome(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Take the next ticket and start its episode."""
        super().reset(seed=seed)
        if seed is not None:
            self.lanes.tickets.reseed(seed)
        self.lanes.open([0])
        if self.ticket is None:
            raise UserError("The teacher has no further ticket: there is nothing left to play.")
        self._show()
        return self.lanes.observations[0].copy(), self._info()

    def step(self, action: Action) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """One step of 1/50 second."""
        if self.ticket is None or self.lanes.ends[0] != RUNNING:
            self.lanes.batch  # noqa: B018 - a closed environment says so first
            raise UserError("The episode has ended or not begun: call reset() before step().")
        array = np.asarray(action, dtype=np.float32)
        if array.shape != (self.lanes.body.actions,):
            raise UserError(f"An action must have the shape ({self.lanes.body.actions},), not {array.shape}.")
        self.lanes.step(array[None])
        self._show()
        terminated, truncated = bool(self.lanes.terminated()[0]), bool(self.lanes.truncated()[0])
        return (
            self.lanes.observations[0].copy(),
            float(self.lanes.rewards[0]),
            terminated,
            truncated,
            self._info(),
        )

    def _info(self) -> dict[str, Any]:
        total, over = float(self.lanes.returns[0]), self.lanes.ends[0] != RUNNING
        return {
            "task": self.lanes.tasks[0].copy(),
            "return": total,
            "success": bool(over and total > SUCCESS),
        }

    def render(self) -> Any:
        """The current frame for ``rgb_array``; ``human`` draws by itself."""
        if self.render_mode is None:
            gymnasium.logger.warn("Name a render_mode when you make the environment.")
            return None
        if self.ticket is None:
            raise UserError("There is nothing to draw before the first reset().")
        return self._frame() if self.render_mode == "rgb_array" else None

    def _frame(self) -> NDArray[np.uint8]:
        from gradus.tracks.view import Painter  # drawing is not needed to learn

        return Painter().frame(self.lanes, 0)

    def _show(self) -> None:
        if self.render_mode != "human":
            return
        if self._viewer is None:
            from gradus.tracks.view import Window

            self._viewer = Window(self.metadata["render_fps"])
        self._viewer.show(self._frame())

    def close(self) -> None:
        """Give memory and window back; any later use is an error."""
        if self._viewer is not None:
            self._viewer.close()
            self._viewer = None
        self.lanes.close()

    def state(self) -> dict[str, Any]:
        """Enough to stand exactly here again: see :meth:`restore`."""
        return self.lanes.state()

    def restore(self, state: dict[str, Any]) -> None:
        """Stand exactly where :meth:`state` was taken."""
        self.lanes.restore(state)


class StumpTracks(TrackEnv):
    """Walk over stumps: a task is the mean height of stumps and the space between them."""

    track = "stump"


class Parkour(TrackEnv):
    """Walk, swim or climb through a landscape with creepers and water: a task is eight numbers."""

    track = "parkour"


def make_options(track: Literal["stump", "parkour"], options: dict[str, Any]) -> TrackOptions:
    """Checked options; an unknown one is named in the error."""
    known = [f.name for f in fields(TrackOptions)]
    for name in options:
        if name not in known:
            offered = [*known, "tickets", "seed", "render_mode"]
            raise UserError(f"The {track} track has no option {name!r}.{hint(name, offered)}")
    return TrackOptions(**{"track": track, **options})
