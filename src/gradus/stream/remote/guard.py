"""Runs a learner's command below a memory limit and takes it down when the world is gone.

Started as a script of its own, ``python -I -S guard.py BYTES COMMAND...``, in a session of its own. Its
standard input is a pipe that the world holds open and never writes to: when the world dies, however it dies, the
pipe ends and the whole process group is killed. A limit of 0 bytes means none.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import threading


def _watch_the_world() -> None:
    os.read(0, 1)
    os.killpg(0, signal.SIGKILL)


def main(arguments: list[str]) -> int:
    """Run the command; its exit status, or 128 and the number of the signal that ended it."""
    memory, command = int(arguments[0]), arguments[1:]
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        try:
            os.execvp(command[0], command)
        except OSError as error:
            os.write(2, f"{command[0]}: {error.strerror}\n".encode())
            os._exit(127)
    threading.Thread(target=_watch_the_world, daemon=True).start()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    # The watcher sits in a blocking read; an ordinary exit would try to wait for its stream.
    status = main(sys.argv[1:])
    os._exit(status)
