"""The last thing before a stranger's learner starts: take away what it may not use up, then become it.

Started as a script of its own, ``python -I -S cell.py LIMITS COMMAND...``, inside the sandbox if there is one.
LIMITS is JSON: seconds of CPU time, processes, bytes per file. A superuser becomes nobody, because the limit on
processes does not hold for superusers.
"""

from __future__ import annotations

import json
import os
import resource
import sys

NOBODY = 65534


def _own_tasks(user: int) -> int:
    """Processes and threads the user has already: the system counts them all against the limit."""
    count = 0
    for entry in os.scandir("/proc") if os.path.isdir("/proc") else ():  # noqa: PTH112 (no imports to spare)
        if entry.name.isdigit():
            try:
                if os.stat(entry.path).st_uid == user:  # noqa: PTH116
                    count += len(os.listdir(f"{entry.path}/task"))  # noqa: PTH208
            except OSError:
                continue
    return count


def _limit(kind: int, value: int) -> None:
    hard = resource.getrlimit(kind)[1]
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (value, value))


def main(arguments: list[str]) -> None:
    """Set the limits and run the command in this process's place."""
    limits, command = json.loads(arguments[0]), arguments[1:]
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_NPROC, _own_tasks(os.getuid()) + limits["processes"])
    _limit(resource.RLIMIT_FSIZE, limits["file"])
    soft = limits["cpu"]
    resource.setrlimit(resource.RLIMIT_CPU, (soft, soft + 5))
    os.environ["HOME"] = "/tmp"
    try:
        os.execvp(command[0], command)
    except OSError as error:
        sys.stderr.write(f"{command[0]}: {error.strerror}\n")
        os._exit(127)


if __name__ == "__main__":
    main(sys.argv[1:])
