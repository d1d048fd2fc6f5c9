"""``gradus serve``: the world waits for a learner in another process, in any language."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from gradus.cli.common import (
    CurriculumOption,
    Json,
    Output,
    Scramble,
    Seed,
    people,
    print_results,
    teaching_bar,
)
from gradus.learners import Lesson
from gradus.stream import World
from gradus.stream.remote import PORT, Budget, RemoteLearner, TcpAddress, UnixAddress

_FLUSH_EVERY = 256


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
    seed: Seed = 0,
    max_steps: Annotated[int | None, typer.Option(help="Stop after so many steps.", min=1)] = None,
    hours: Annotated[float | None, typer.Option(help="Stop so many hours after the learner's hello.")] = None,
    seconds_per_answer: Annotated[float, typer.Option(help="Stop when an answer takes longer.")] = 60.0,
    seconds_to_connect: Annotated[float, typer.Option(help="Stop when nobody says hello so long.")] = 300.0,
    memory: Annotated[
        int | None, typer.Option(help="Megabytes of address space for --learner-cmd.", min=1)
    ] = None,
    output: Output = None,
    as_json: Json = False,
) -> None:
    """Open a world for one learner in another process and say how far it came."""
    world = World(curriculum, seed, scramble)
    budget = Budget(
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
        lesson = Lesson.host(
            output, learner, world, name="remote", max_steps=max_steps, flush_every=_FLUSH_EVERY
        )
        if learner_cmd is None:
            people.print(
                f"Waiting for a learner at {learner.address}.", markup=False, highlight=False, soft_wrap=True
            )
        with teaching_bar(world) as show:
            results = lesson.run(show)
    print_results(results, as_json, output)
