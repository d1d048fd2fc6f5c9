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
import errno
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

# Calls of the system that no learner needs, with their numbers on x86-64 and on arm64 (None: there is none).
_FORBIDDEN = {
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "kcmp": (312, 272),
    "pidfd_getfd": (438, 438),
    "process_madvise": (440, 440),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "unshare": (272, 97),
    "setns": (308, 268),
    "open_by_handle_at": (304, 265),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "reboot": (169, 142),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "init_module": (175, 105),
    "delete_module": (176, 106),
    "finit_module": (313, 273),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "acct": (163, 89),
    "quotactl": (179, 60),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "adjtimex": (159, 171),
    "clock_adjtime": (305, 266),
    "syslog": (103, 116),
    "iopl": (172, None),
    "ioperm": (173, None),
    "modify_ldt": (154, None),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    # Memory that no process need show as its own, and that may outlive them all.
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "mq_open": (240, 180),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
}
# Calls that are judged by what they are given.
_CLONE, _CLONE3, _SOCKET = (56, 220), (435, 435), (41, 198)
_NAMESPACES = 0x7E020000  # the flags of clone that make namespaces
# The column of each machine above, and the number by which a filter is told whose call it is (linux/audit.h);
# a program could otherwise make its calls in the numbers of another machine.
_MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
# Words of the kernel's filter language (linux/filter.h, linux/seccomp.h, linux/prctl.h): no package for it is needed,
# and none would be there in a sandbox.
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000
_NO_NEW_PRIVILEGES, _SET_SECCOMP, _FILTER = 38, 22, 2


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p)]


def seccomp_program(machine: str) -> bytes:
    """The filter for a kind of machine: what is forbidden fails with an error, all else is allowed."""
    column, architecture = _MACHINES[machine]

    def refuse(number: int) -> tuple[int, int, int, int]:
        return (_RETURN, 0, 0, _REFUSE | number)

    lines = [(_LOAD, 0, 0, 4), (_EQUAL, 1, 0, architecture), refuse(errno.ENOSYS), (_LOAD, 0, 0, 0)]
    if machine == "x86_64":  # a second set of numbers for the same calls
        lines += [(_AT_LEAST, 0, 1, 0x40000000), refuse(errno.ENOSYS)]
    for numbers in _FORBIDDEN.values():
        number = numbers[column]
        if number is not None:
            lines += [(_EQUAL, 0, 1, number), refuse(errno.EPERM)]
    # The flags of clone3 are behind a pointer; without it the C library uses clone, whose flags can be looked at.
    lines += [(_EQUAL, 0, 1, _CLONE3[column]), refuse(errno.ENOSYS)]
    allow = (_RETURN, 0, 0, _ALLOW)
    lines += [(_EQUAL, 0, 4, _CLONE[column]), (_LOAD, 0, 0, 16), (_ANY_BIT, 0, 1, _NAMESPACES)]
    lines += [refuse(errno.EPERM), allow]
    # Of all networks only local sockets, one of which leads to the world.
    lines += [(_EQUAL, 0, 4, _SOCKET[column]), (_LOAD, 0, 0, 16), (_EQUAL, 1, 0, 1), refuse(errno.EACCES)]
    lines += [allow, allow]
    return b"".join(struct.pack("HBBI", *line) for line in lines)


def _system() -> Any:
    return ctypes.CDLL(None, use_errno=True)


def _must(result: int, what: str) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), f"{what}: {os.strerror(ctypes.get_errno())}")
    return result


def forbid_calls() -> bool:
    """Load the filter; False on a machine whose numbers are not known here."""
    program = seccomp_program(platform.machine()) if platform.machine() in _MACHINES else b""
    if program:
        loaded = _Program(len(program) // 8, program)
        _must(_system().prctl(_SET_SECCOMP, _FILTER, ctypes.byref(loaded), 0, 0), "seccomp")
    return bool(program)


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
    forbid_calls()
    os.execvpe(command[0], command, environment)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except OSError as error:
        sys.stderr.write(f"The sandbox cannot be entered: {error}\n")
        os._exit(126)
