"""Many lanes of one track as a Gymnasium vector environment: one call of the core per step."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from gradus.school import Ticket, UserError
from gradus.tracks.env import action_space, make_options, observation_space
from gradus.tracks.lanes import Lanes

Batch = NDArray[np.float32]
Flags = NDArray[np.bool_]
Step = tuple[Batch, NDArray[np.float64], Flags, Flags, dict[str, Any]]


class TrackVectorEnv(VectorEnv[Batch, Batch, Flags]):
    """All lanes step together in the core, on ``threads`` threads; results do not depend on their number.

    A lane whose episode ended reports its outcome and takes the next ticket: within the same step (the default; the
    last observation is then ``infos["final_obs"]``), in the next one, or never, as ``autoreset_mode`` says. A lane for
    which the teacher has nothing left stays idle: ``infos["idle"]`` is true, its observation zero.
    """

    track: ClassVar[Literal["stump", "parkour"]]

    def __init__(
        self,
        num_envs: int = 1,
        tickets: Any = None,
        seed: int = 0,
        threads: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        render_mode: str | None = None,
        max_episode_steps: int | None = None,
        **options: Any,
    ) -> None:
        if render_mode not in (None, "rgb_array"):
            raise UserError(f"render_mode of many lanes must be rgb_array or None, not {render_mode!r}.")
        if max_episode_steps is not None:
            options["max_steps"] = max_episode_steps
        self.mode = _mode(autoreset_mode)
        self.metadata = {"autoreset_mode": self.mode, "render_modes": ["rgb_array"], "render_fps": 50}
        self.render_mode = render_mode
        self.options = make_options(self.track, options)
        self.lanes = Lanes(self.options, tickets, num_envs, threads, seed)
        self.num_envs = num_envs
        size, actions = self.lanes.observation_size, self.lanes.body.actions
        self.single_observation_space, self.observation_space = (
            observation_space(size),
            observation_space(size, num_envs),
        )
        self.single_action_space, self.action_space = action_space(actions), action_space(actions, num_envs)
        self.task_space = self.lanes.space
        """Where tasks come from."""
        self._over: list[int] = []  # lanes that wait for their next ticket (NEXT_STEP)

    @property
    def playing(self) -> list[Ticket | None]:
        """The ticket of every lane."""
        return list(self.lanes.playing)

    @property
    def finished(self) -> bool:
        """Whether no lane has anything left to play."""
        return bool(self.lanes.idle.all())

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Batch, dict[str, Any]]:
        """New tickets for all lanes, or for those of ``options["reset_mask"]``."""
        if isinstance(seed, list | tuple | np.ndarray):
            raise UserError("The lanes of a run share one seed: give a whole number, not a list.")
        if seed is not None:
            self.lanes.tickets.reseed(int(seed))
        which = range(self.num_envs)
        mask = None if options is None else options.get("reset_mask")
        self.lanes.open([i for i in which if mask is None or mask[i]])
        self._over = [] if mask is None else [i for i in self._over if not mask[i]]
        return self.lanes.observations.copy(), self._infos()

    def step(self, actions: Batch) -> Step:  # type: ignore[override]  # rewards are numbers, not flags
        """One step of 1/50 second in every lane."""
        ended = self.lanes.step(actions)
        waiting, self._over = self._over, []
        terminated, truncated = self.lanes.terminated(), self.lanes.truncated()
        rewards = self.lanes.rewards.copy()
        infos: dict[str, Any] = {}
        if self.mode is AutoresetMode.SAME_STEP and ended:
            infos = self._final_infos(ended)
            self.lanes.open(ended)
        elif self.mode is AutoresetMode.NEXT_STEP:
            self._over = ended
            if waiting:
                self.lanes.open(waiting)
                terminated[waiting] = truncated[waiting] = False
        return self.lanes.observations.copy(), rewards, terminated, truncated, self._infos() | infos

    def _infos(self) -> dict[str, Any]:
        lanes = self.lanes
        task, returns, idle = lanes.tasks.copy(), lanes.returns.copy(), lanes.idle.copy()
        return {"task": task, "return": returns, "success": lanes.successes(), "idle": idle}

    def _final_infos(self, ended: list[int]) -> dict[str, Any]:
        mask = np.zeros(self.num_envs, dtype=np.bool_)
        mask[ended] = True
        last = self._infos() | {"steps": self.lanes.steps.copy()}
        last |= {f"_{key}": mask.copy() for key in tuple(last)}
        final = {"final_obs": self.lanes.observations.copy(), "_final_obs": mask.copy()}
        return final | {"final_info": last, "_final_info": mask}

    def render(self) -> tuple[NDArray[np.uint8], ...] | None:
        """The current frame of every lane."""
        if self.render_mode is None:
            return None
        from gradus.tracks.view import Painter

        painter = Painter()
        return tuple(
            painter.frame(self.lanes, i) for i in range(self.num_envs) if self.lanes.playing[i] is not None
        )

    def close_extras(self, **kwargs: Any) -> None:
        """Give the core's memory back; any later use is an error."""
        self.lanes.close()

    def state(self) -> dict[str, Any]:
        """Per lane its ticket and the actions since reset, and the environment's own ticket source."""
        return self.lanes.state() | {"over": list(self._over)}

    def restore(self, state: dict[str, Any]) -> None:
        """Stand exactly where :meth:`state` was taken, by repeating the recorded actions."""
        self.lanes.restore(state)
        self._over = list(state["over"])


class StumpTracksVector(TrackVectorEnv):
    """Many lanes of Stump Tracks."""

    track = "stump"


class ParkourVector(TrackVectorEnv):
    """Many lanes of Parkour."""

    track = "parkour"


def _mode(given: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(given)
    except ValueError as error:
        known = ", ".join(mode.value for mode in AutoresetMode)
        raise UserError(f"autoreset_mode must be one of {known}, not {given!r}.") from error
