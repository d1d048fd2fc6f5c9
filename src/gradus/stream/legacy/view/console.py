"""Plain views of 2017: a log of what goes on, and a dialogue with a person."""

from __future__ import annotations

from typing import Any

_EVERY = 1000


def _draw_worlds(env: Any) -> None:
    """Print a world whenever its state has changed."""
    drawn: list[Any] = []

    def enter(world: Any) -> None:
        if world is not None and not any(world is known for known in drawn):
            drawn.append(world)
            world.state_updated.register(print)

    env.world_updated.register(enter)


class StdOutView:
    """Prints time, task and reward now and then."""

    def __init__(
        self, env: Any, session: Any, serializer: Any = None, show_world: bool = False, *_: Any, **__: Any
    ) -> None:
        self._env, self._session = env, session
        self._task = ""
        if show_world:
            _draw_worlds(env)
        env.task_updated.register(self._on_task)
        session.total_reward_updated.register(lambda _: self._status())
        session.total_time_updated.register(self._on_time)

    def initialize(self) -> None:
        """Nothing to prepare."""

    def finalize(self) -> None:
        """Nothing to put back."""

    def _on_task(self, task: Any) -> None:
        name = task.get_name()
        if name != self._task:
            print(f"Change of a current task to: {name} in time {self._session.get_total_time()}")
        self._task = name

    def _on_time(self, time: int) -> None:
        if time % _EVERY == 0:
            self._status()

    def _status(self) -> None:
        session = self._session
        print(
            f"Time {session.get_total_time()}; Current task: {self._task}; Reward {session.get_total_reward()}."
        )


class StdInOutView:
    """Shows both sides to a person and reads what they say; SKIP ends the instance, QUIT the program."""

    def __init__(
        self, env: Any, session: Any, serializer: Any = None, show_world: bool = False, *_: Any, **__: Any
    ) -> None:
        self._env, self._session = env, session
        self._heard, self._said = "", ""
        if show_world:
            _draw_worlds(env)
        session.env_token_updated.register(lambda symbol: self._note(symbol, ""))
        session.learner_token_updated.register(lambda symbol: self._note("", symbol))

    def _note(self, heard: Any, said: Any) -> None:
        self._heard, self._said = (self._heard + str(heard))[-100:], (self._said + str(said))[-100:]

    def initialize(self) -> None:
        """Nothing to prepare."""

    def finalize(self) -> None:
        """Nothing to put back."""

    def get_input(self) -> str:
        """What the person types."""
        print("_" * 80)
        print(f"{self._heard} reward: {self._session.get_total_reward()}")
        print(f"{self._said} time: {self._session.get_total_time()}")
        line = input()
        if line == "QUIT":
            raise SystemExit(0)
        if line == "SKIP":
            self._env._task_time = float("inf")
            return ""
        return line


BaseView = StdOutView
ConsoleView = StdInOutView
