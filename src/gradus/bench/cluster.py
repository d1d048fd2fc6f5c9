"""The same campaign on a Ray cluster: every node writes to one shared folder, a lost node's runs go on elsewhere."""

from __future__ import annotations

import socket
from importlib import import_module
from typing import Any

from gradus.bench.campaign import LIVES, THREADS, Campaign, Failure, Report, is_finished, perform
from gradus.school import UserError


def connect(address: str) -> Any:
    """Ray, connected to the cluster at ``address`` (HOST:PORT, or auto)."""
    try:
        ray = import_module("ray")
    except ImportError as error:
        raise UserError("A cluster needs Ray: pip install 'gradus[cluster]'.") from error
    answers(address)
    if not ray.is_initialized():
        try:
            ray.init(address=address, log_to_driver=False, logging_level="error")
        except (ConnectionError, ValueError, RuntimeError) as error:
            first = str(error).strip().splitlines()[0] if str(error).strip() else "no reason given"
            raise UserError(f"Cannot join the Ray cluster at {address}: {first}") from error
    return ray


def answers(address: str) -> None:
    """Ask the port first: Ray itself would wait for minutes."""
    if address == "auto":
        return
    host, colon, port = address.rpartition(":")
    if not colon or not port.isdigit():
        raise UserError(f"A Ray address is HOST:PORT or auto, not {address!r}.")
    try:
        socket.create_connection(
            (host, int(port)), timeout=5
        ).close()  # a wrong address would otherwise hang for minutes inside Ray
    except OSError as error:
        raise UserError(f"Nobody answers at the Ray address {address}: {error}.") from error


def run_on_ray(campaign: Campaign, address: str, report: Report | None = None) -> list[Failure]:
    """Finish a campaign on a cluster; gives the runs that could not be finished.

    The campaign's folder must be the same place on every node. A run whose node dies is begun again elsewhere and
    goes on from its last checkpoint.
    """
    ray = connect(address)
    variables = {"env_vars": THREADS}
    remote = ray.remote(num_cpus=1, max_retries=LIVES, runtime_env=variables)(perform)
    folder, modules = str(campaign.folder.resolve()), list(campaign.modules)
    waiting = {remote.remote(job.to_json(), folder, modules): job for job in campaign.left()}
    failures: list[Failure] = []
    while waiting:
        done, _ = ray.wait(list(waiting), num_returns=1)
        for reference in done:
            job = waiting.pop(reference)
            try:
                ray.get(reference)
            except ray.exceptions.RayTaskError as error:
                failures.append(Failure(job.place, str(error.cause)))
            except ray.exceptions.RayError as error:
                failures.append(Failure(job.place, f"its workers died: {type(error).__name__}"))
            if report:
                report(job.place, is_finished(campaign.folder / job.place))
    return failures
