"""``gradus serve``: the world waits for a learner in another process, in any language."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from gradus import learners, stream
from gradus.cli.common import (
    BitMode,
    CurriculumOption,
    Json,
    MaxReward,
    MaxSteps,
    Output,
    ResultsFile,
    Scramble,
    ScramblerOption,
    Seed,
    TasksPath,
    TeacherOption,
    people,
    print_results,
    teaching_bar,
    write_results_of_2017,
)
from gradus.school import UserError
from gradus.stream.remote import PORT, DisconnectReason, LearnerBudget, RemoteLearner, TcpAddress, UnixAddress

_FLUSH_EVERY = 256
"""Steps between two looks for readers: a remote learner is slow, and somebody may be watching."""
EXIT_CODES = {
    DisconnectReason.no_hello: 3,
    DisconnectReason.left: 4,
    DisconnectReason.protocol: 5,
    DisconnectReason.budget: 6,
    DisconnectReason.limit: 0,
}
"""What the command ends with when the learner's part ends before the curriculum; 0 for a limit that was asked for."""


class Transport(StrEnum):
    """How the messages travel."""

    zmq = "zmq"
    """The original protocol of 2017: ZeroMQ over TCP."""
    unix = "unix"
    """The same messages over a Unix socket on this machine, several times as fast."""


def serve(
    curriculum: CurriculumOption = "round1",
    port: Annotated[int, typer.Option(help="Port to listen on; 0 for any free one.")] = PORT,
    address: Annotated[
        str | None,
        typer.Option(help="Address to listen on (127.0.0.1); with --transport unix, the socket's path."),
    ] = None,
    transport: Annotated[
        Transport, typer.Option(help="ZeroMQ (as in 2017), or a Unix socket.")
    ] = Transport.zmq,
    learner_cmd: Annotated[
        str | None, typer.Option(help="Start the learner with this command, to which the port is added.")
    ] = None,
    scramble: Scramble = False,
    scrambler: ScramblerOption = None,
    teacher: TeacherOption = None,
    seed: Seed = 0,
    max_steps: MaxSteps = None,
    hours: Annotated[float | None, typer.Option(help="Stop so many hours after the learner's hello.")] = None,
    seconds_per_answer: Annotated[float, typer.Option(help="Stop when an answer takes longer.")] = 60.0,
    seconds_to_connect: Annotated[float, typer.Option(help="Stop when nobody says hello so long.")] = 300.0,
    memory: Annotated[
        int | None, typer.Option(help="Megabytes of address space for --learner-cmd.", min=1)
    ] = None,
    tasks_path: TasksPath = None,
    bitmode: BitMode = False,
    max_reward_per_task: MaxReward = None,
    results_file: ResultsFile = None,
    output: Output = None,
    as_json: Json = False,
) -> None:
    """Open a world for one learner in another process and say how far it came.

    Ends with 0 at the curriculum's end or at a limit (--max-steps, --hours), with 3 if no learner said hello, 4 if
    it left, 5 if it broke the protocol, 6 if it took too long for an answer.
    """
    given = {
        "--hours": hours,
        "--seconds-per-answer": seconds_per_answer,
        "--seconds-to-connect": seconds_to_connect,
    }
    for option, value in given.items():
        if value is not None and not value > 0:
            raise UserError(f"{option} must be greater than 0, not {value:g}.")
    course = stream.make(curriculum, tasks_path=tasks_path)
    world = stream.World(
        course, seed, scrambler or scramble, teacher, reward_cap=max_reward_per_task, bits=bitmode
    )
    budget = LearnerBudget(
        handshake=seconds_to_connect,
        answer=seconds_per_answer,
        seconds=hours * 3600 if hours is not None else None,
        memory=memory * 2**20 if memory is not None else None,
    )
    where = (
        UnixAddress(address or "")
        if transport is Transport.unix
        else TcpAddress(address or "127.0.0.1", port)
    )
    with RemoteLearner(where, command=learner_cmd, budget=budget) as learner:
        lesson = learners.Lesson.host(
            output, learner, world, name="remote", max_steps=max_steps, flush_every=_FLUSH_EVERY
        )
        if learner_cmd is None:
            people.print(
                f"Waiting for a learner at {learner.address}.", markup=False, highlight=False, soft_wrap=True
            )
        with teaching_bar(world) as show:
            results = lesson.run(show)
    write_results_of_2017(results, results_file)
    print_results(results, as_json, output)
    if learner.ending is not None:
        raise typer.Exit(EXIT_CODES[learner.ending])
