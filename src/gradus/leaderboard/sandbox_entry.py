"""The last thing before a stranger's learner starts: take away what it may not use, then become it.

Started as a script of its own, ``python -I -S sandbox_entry.py SETTINGS COMMAND...``, inside bubblewrap if that is
there. SETTINGS is JSON, made by :mod:`gradus.leaderboard.sandbox`. Nothing but the standard library is imported,
because nothing else may be reachable here. In this order:

1. folders that the learner needs but nobody may enter are opened, and named ``/proc/self/fd/N`` from then on;
2. a superuser becomes a user without rights, because limits on processes do not hold for superusers;
3. limits per process; 4. Landlock: files; 5. seccomp: calls of the system.
"""

from __future__ import annotations

import ctypes
import json
import os
import platform
import resource
import struct
import sys
from typing import Any

_KEPT = ("PATH", "LANG", "LANGUAGE", "TZ", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
_MOST_TASKS = 1 << 22
"""As many as the system can number; where to stop looking for the number of those that run."""
_DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")

# Landlock's numbers (linux/landlock.h); its three calls have the same numbers on all machines.
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_READ = 0b1101  # execute, read a file, list a folder
_READ_WRITE_FILE = 0b110  # devices: a process cannot do without /dev/null
_READ_FILE = 0b101  # execute and read: programs are files too
_FILE_RIGHTS = {
    1: 13,
    2: 14,
    3: 15,
    4: 15,
}  # how many kinds of access each version knows; 16 from the fifth on
_NO_TCP, _NO_SIGNALS = 0b11, 0b11  # bind and connect; abstract sockets and signals

# Words for prctl (linux/prctl.h, linux/seccomp.h).
_NO_NEW_PRIVILEGES, _SET_SECCOMP, _FILTER = 38, 22, 2


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p)]


def _system() -> Any:
    return ctypes.CDLL(None, use_errno=True)


def _must(result: int, what: str) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), f"{what}: {os.strerror(ctypes.get_errno())}")
    return result


def forbid_calls(program: bytes) -> None:
    """Load a filter made by :mod:`gradus.leaderboard.seccomp`, if there is one for this machine."""
    if program:
        loaded = _Program(len(program) // 8, program)
        _must(_system().prctl(_SET_SECCOMP, _FILTER, ctypes.byref(loaded), 0, 0), "seccomp")


def landlock_version() -> int:
    """The version of Landlock, 0 where the system has none."""
    if platform.system() != "Linux":
        return 0
    return max(0, int(_system().syscall(_CREATE_RULESET, None, 0, 1)))


def confine_files(shown: list[str]) -> bool:
    """Only what is beneath these paths can be read, nothing can be written; False where there is no Landlock."""
    version, system = landlock_version(), _system()
    if not version:
        return False
    rights = (1 << _FILE_RIGHTS.get(version, 16)) - 1
    # The later parts of the structure are known to later versions only: TCP to the fourth, signals to the sixth.
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    wanted = struct.pack("QQQ", rights, _NO_TCP, _NO_SIGNALS)[:size]
    rules = _must(system.syscall(_CREATE_RULESET, wanted, size, 0), "landlock")
    for path in (*shown, *_DEVICES):
        if not os.path.exists(path):  # noqa: PTH110 (no imports to spare)
            continue
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        access = _READ if os.path.isdir(path) else _READ_WRITE_FILE if path in _DEVICES else _READ_FILE  # noqa: PTH112
        _must(system.syscall(_ADD_RULE, rules, 1, struct.pack("=Qi", access, place), 0), f"landlock {path}")
        os.close(place)
    _must(system.syscall(_RESTRICT_SELF, rules, 0), "landlock")
    os.close(rules)
    return True


def _may_fork(most: int) -> bool:
    """Whether the system lets this user have one process more under such a limit."""
    hard = resource.getrlimit(resource.RLIMIT_NPROC)[1]
    resource.setrlimit(resource.RLIMIT_NPROC, (most, hard))
    try:
        child = os.fork()
    except BlockingIOError:
        return False
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    return True


def _own_tasks() -> int:
    """Processes and threads that the system already counts against this user's limit, this one among them.

    They are found by trying: whom it counts (all of the user's, or those in this namespace) depends on its version,
    and most of them cannot be seen from inside bubblewrap.
    """
    hard = resource.getrlimit(resource.RLIMIT_NPROC)[1]
    ceiling = _MOST_TASKS if hard == resource.RLIM_INFINITY else min(hard, _MOST_TASKS)
    enough = 1
    while enough < ceiling and not _may_fork(enough):
        enough = min(2 * enough, ceiling)
    few = enough // 2
    while enough - few > 1:
        middle = (few + enough) // 2
        few, enough = (few, middle) if _may_fork(middle) else (middle, enough)
    return enough - 1


def _limit(kind: int, value: int) -> None:
    hard = resource.getrlimit(kind)[1]
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (value, value))


def _limit_all(limits: dict[str, int]) -> None:
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_NPROC, _own_tasks() + limits["processes"])
    _limit(resource.RLIMIT_FSIZE, limits["file"])
    _limit(resource.RLIMIT_NOFILE, 1024)
    _limit(resource.RLIMIT_CPU, limits["cpu"])
    _limit(resource.RLIMIT_AS, limits["memory"])


def _hold(folders: list[str]) -> dict[str, str]:
    """The folders, opened while that is still allowed, by the names under which they stay reachable."""
    held = {}
    for folder in folders:
        place = os.open(folder, os.O_PATH | os.O_DIRECTORY)
        os.set_inheritable(place, True)
        held[folder] = f"/proc/self/fd/{place}"
    return held


def _renamed(word: str, held: dict[str, str]) -> str:
    """A word of the command line with a held folder at its beginning named anew."""
    kind, path = ("unix:", word[5:]) if word.startswith("unix:") else ("", word)
    for folder in sorted(held, key=len, reverse=True):
        if path == folder or path.startswith(folder + "/"):
            return kind + held[folder] + path[len(folder) :]
    return word


def _environment(given: dict[str, str], held: dict[str, str]) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name in _KEPT or name.startswith("LC_")}
    named = {
        name: os.pathsep.join(_renamed(part, held) for part in value.split(os.pathsep))
        for name, value in given.items()
    }
    return {**kept, "HOME": "/tmp", "TMPDIR": "/tmp", "PYTHONDONTWRITEBYTECODE": "1", **named}


def main(arguments: list[str]) -> None:
    """Confine this process and run the command in its place."""
    settings, command = json.loads(arguments[0]), arguments[1:]
    held = _hold(settings["hold"])
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(settings["user"])
        os.setuid(settings["user"])
    _limit_all(settings["limits"])
    command = [_renamed(word, held) for word in command]
    environment = _environment(settings["environment"], held)
    os.chdir(_renamed(settings["folder"], held))
    _must(_system().prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0), "no new privileges")
    if settings["landlock"]:
        confine_files([_renamed(path, held) for path in settings["shown"]])
    forbid_calls(bytes.fromhex(settings["filter"]))
    os.execvpe(command[0], command, environment)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except OSError as error:
        sys.stderr.write(f"The sandbox cannot be entered: {error}\n")
        os._exit(126)
