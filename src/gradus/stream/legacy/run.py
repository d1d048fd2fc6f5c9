"""The command of 2017: a learner and a configuration, played until somebody stops it, and the results file."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from gradus.stream.legacy.core.config_loader import JSONConfigLoader, PythonConfigLoader, get_class
from gradus.stream.legacy.core.environment import Environment
from gradus.stream.legacy.core.serializer import StandardSerializer
from gradus.stream.legacy.core.session import Session
from gradus.stream.legacy.learners import human_learner
from gradus.stream.legacy.results import results_text
from gradus.stream.legacy.view.console import StdInOutView, StdOutView

_HUMANS = "learners.human_learner."


def main(args: Sequence[str] | None = None) -> None:
    """Play; results are written however it ends."""
    options = _parser().parse_args(args)
    byte_mode = not options.bit_mode
    serializer = StandardSerializer()
    learner = create_learner(options.learner, serializer, options, byte_mode)
    scheduler = create_tasks_from_config(options.tasks_config)
    env = Environment(serializer, scheduler, options.scramble, options.max_reward_per_task, byte_mode)
    session = Session(env, learner, options.time_delay)
    view = create_view(options.view, options.learner, env, session, serializer, options.show_world, byte_mode)
    if hasattr(learner, "set_view"):
        learner.set_view(view)
    view.initialize()
    try:
        session.run()
    finally:
        view.finalize()
        save_results(session, options.output)


def create_learner(name: str, serializer: Any, options: Any, byte_mode: bool = True) -> Any:
    """The learner of a class path, built as its kind was in 2017."""
    if name.startswith(_HUMANS):
        return getattr(human_learner, name[len(_HUMANS) :])(serializer, byte_mode)
    made = get_class(name)
    if "RemoteLearner" in made.__name__:
        return made(options.learner_cmd, options.learner_port, options.learner_address)
    return made()


def create_view(view: str, learner: str, env: Any, session: Any, *settings: Any) -> Any:
    """The interactive view for people and on request, a log otherwise."""
    interactive = learner.startswith(_HUMANS) or view == "ConsoleView"
    return (StdInOutView if interactive else StdOutView)(env, session, *settings)


def create_tasks_from_config(path: str) -> Any:
    """The scheduler of a .json or .py configuration."""
    loaders: dict[str, Any] = {".json": JSONConfigLoader, ".py": PythonConfigLoader}
    kind = Path(path).suffix
    if kind not in loaders:
        raise RuntimeError(f"Unknown configuration file type of {path}: .json or .py is needed")
    return loaders[kind]().create_tasks(path)


def save_results(session: Any, path: str) -> None:
    """Write what was reached, if anything was played."""
    if session.get_total_time() == 0:
        return
    rewards: Mapping[str, Any] = session.get_reward_per_task()
    text = results_text(
        session.get_total_time(),
        session.get_total_reward(),
        {
            name: (time, rewards.get(name, 0), session.get_task_count()[name])
            for name, time in session.get_task_time().items()
        },
    )
    Path(path).write_text(text, encoding="utf-8")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Play a configuration of 2017.")
    parser.add_argument("tasks_config")
    parser.add_argument("-o", "--output", default="results.out")
    parser.add_argument("--scramble", action="store_true")
    parser.add_argument("-w", "--show-world", action="store_true")
    parser.add_argument("-d", "--time-delay", type=float, default=0)
    parser.add_argument("-l", "--learner", default="learners.human_learner.HumanLearner")
    parser.add_argument("-v", "--view", default="BaseView")
    parser.add_argument("--learner-cmd")
    parser.add_argument("--learner-port", type=int, default=5556)
    parser.add_argument("--learner-address")
    parser.add_argument("--max-reward-per-task", type=int, default=2147483647)
    parser.add_argument("--bit-mode", "--bitmode", action="store_true")
    return parser
