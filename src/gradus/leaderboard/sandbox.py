"""Where a stranger's learner runs: a copy of its code, what Python needs to start, a socket, and nothing else.

The best that the machine offers is used: bubblewrap (namespaces: it sees no network, no other process, no file of the
organiser), else Landlock (it sees no file of the organiser and can send no signals out), else limits only. On each
come limits, a filter of system calls and, for a superuser, a user of its own: see ``sandbox_entry.py``.
"""

from __future__ import annotations

import json
import os
import secrets
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import Path

import numpy
import zmq

import gradus
from gradus.leaderboard import sandbox_entry
from gradus.leaderboard.sandbox_entry import landlock_version
from gradus.leaderboard.seccomp import seccomp_program
from gradus.school import UserError

_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib64", "/lib32", "/nix/store")
"""What programs need to start; shown where it exists, and never to be written to."""
_CONFIGURATION = ("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "alternatives", "localtime", "nsswitch.conf")
"""Of /etc only what programs look up when they start; passwords and names of users are not among it."""

_UNUSED = range(1_879_048_192, 2_147_483_647)
"""Numbers of users that no distribution gives to anybody (systemd's list of users and groups)."""
_NOBODY = 65534
"""The user that every Linux has for whom nothing belongs to."""


class Isolation(StrEnum):
    """What keeps a submission apart."""

    bubblewrap = "bubblewrap"
    landlock = "landlock"
    limits = "limits only"


@cache
def has_bubblewrap() -> bool:
    """Whether bubblewrap is installed and allowed to do its work, which in some containers it is not."""
    if shutil.which("bwrap") is None:
        return False
    words = ["bwrap", "--ro-bind", "/", "/", "--unshare-net", "--unshare-pid", "--proc", "/proc", "true"]
    return subprocess.run(words, capture_output=True, check=False).returncode == 0


def choose(sandbox: bool | None) -> Isolation:
    """The isolation to use: ``True`` insists on bubblewrap, ``False`` does without it, None takes the best."""
    if sandbox and not has_bubblewrap():
        raise UserError(
            "bubblewrap (bwrap) is not installed or may not be used here; submit without --sandbox."
        )
    if sandbox or (sandbox is None and has_bubblewrap()):
        return Isolation.bubblewrap
    return Isolation.landlock if landlock_version() else Isolation.limits


def unused_user() -> int:
    """The number of a user without rights that nobody else is.

    Processes are counted by user: submissions that shared one could use up each other's, and send each other signals.
    Where few numbers are known (in some containers) it is nobody's.
    """
    for kind in ("uid", "gid"):
        try:
            lines = [line.split() for line in Path(f"/proc/self/{kind}_map").read_text().splitlines()]
        except OSError:
            return _NOBODY
        ranges = [range(int(first), int(first) + int(count)) for first, _, count in lines]
        if not any(_UNUSED[0] in known and _UNUSED[-1] in known for known in ranges):
            return _NOBODY
    return secrets.choice(_UNUSED)


@dataclass(frozen=True)
class Sandbox:
    """The place of one submission."""

    isolation: Isolation
    sockets: Path
    """The folder with the world's socket."""
    code: Path
    """The copy of the submission's code: its working folder."""
    limits: dict[str, int]
    """Limits for each process: ``cpu``, ``memory``, ``processes``, ``file``."""
    scratch: int
    """Bytes that it may keep in each of /tmp and /dev/shm, where there is such a place (bubblewrap)."""
    user: int = field(default_factory=unused_user)
    """Whom a superuser's submission runs as."""

    def wrap(self, command: str) -> str:
        """The command line that runs a command in this place."""
        words = shlex.split(command)
        boxed = self.isolation is Isolation.bubblewrap
        program = find_program(words[0], self.code)
        shown = self.shown(program)
        held = [] if boxed or os.getuid() != 0 else [path for path in shown if not _open_to_all(Path(path))]
        environment: dict[str, str] = {}
        if program is not None and _is_python(program):
            words[0], environment = _python(bool(held))
        elif program is not None:
            words[0] = str(program)
        settings = {
            "limits": self.limits,
            "environment": environment,
            "folder": str(self.code),
            "user": self.user,
            "hold": held,
            "shown": shown,
            "landlock": self.isolation is Isolation.landlock,
            # With Landlock nothing can be written, so nothing needs to change modes or times.
            "filter": seccomp_program(attributes=self.isolation is not Isolation.landlock).hex(),
        }
        entry = [sys.executable, "-I", "-S", sandbox_entry.__file__, json.dumps(settings), *words]
        return shlex.join([*self._bubblewrap(shown), *entry] if boxed else entry)

    def shown(self, program: Path | None = None) -> list[str]:
        """Existing paths to show, outer ones first: the system, Python, this package, the code, the socket."""
        wanted = [*shown_to_all(), "/proc", str(self.code), str(self.sockets)]
        wanted += [str(program.parent)] if program else []
        found = {os.path.abspath(path) for path in wanted if os.path.exists(path)}  # noqa: PTH100, PTH110 (keep links)
        return sorted(found - {"/"}, key=lambda path: (path.count("/"), path))

    def _bubblewrap(self, shown: Sequence[str]) -> list[str]:
        words = ["bwrap", "--die-with-parent", "--new-session", "--unshare-net", "--unshare-pid"]
        words += [
            "--unshare-ipc",
            "--unshare-uts",
            "--unshare-cgroup-try",
            "--proc",
            "/proc",
            "--dev",
            "/dev",
        ]
        for place in ("/dev/shm", "/tmp"):
            words += ["--perms", "1777", "--size", str(self.scratch), "--tmpfs", place]
        # Folders on the way to what is shown would otherwise be closed to everybody but their maker.
        above = {str(parent) for path in shown for parent in Path(path).parents}
        for path in sorted(above - {"/", "/tmp", "/dev", "/proc"}, key=lambda path: (path.count("/"), path)):
            words += ["--perms", "0755", "--dir", path]
        for path in shown:
            words += [] if path == "/proc" else ["--ro-bind", path, path]
        return [*words, "--remount-ro", "/dev", "--remount-ro", "/"]


def temporary_place() -> str | None:
    """Where to make folders that a submission has to enter; None: as usual.

    A superuser's own temporary folder may be closed to the user that the submission becomes.
    """
    places = (tempfile.gettempdir(), "/tmp", "/var/tmp")
    return next((place for place in places if os.getuid() == 0 and _open_to_all(Path(place))), None)


def shown_to_all() -> list[str]:
    """What every submission can read: the system's programs, Python, its packages and this one."""
    configuration = [f"/etc/{name}" for name in _CONFIGURATION]
    return [*_SYSTEM, *configuration, *_interpreter(), *python_paths()]


def find_program(word: str, code: Path | None) -> Path | None:
    """The program behind the first word of a command; ``python`` is the Python that runs this.

    Its folder is shown to the submission, so nothing in the code may choose it: a link that leads out of the code is
    no program of the submission.
    """
    if word in ("python", "python3"):
        return Path(sys.executable)
    own = (code / word).resolve() if code else None
    if code and own and own.is_relative_to(code.resolve()) and own.is_file():
        return own
    found = shutil.which(word)
    return Path(found).resolve() if found else None


def _is_python(program: Path) -> bool:
    """Whether the program is the Python that runs this."""
    return program.resolve() == Path(sys.executable).resolve()


def _interpreter() -> list[str]:
    """The folders of Python itself and, in a virtual environment, the file that says it is one."""
    environment = Path(sys.prefix)
    folders = [sys.base_prefix, *(str(environment / name) for name in ("bin", "pyvenv.cfg"))]
    return [*folders, *_links_outside((*_SYSTEM, *folders))]


def _links_outside(shown: Sequence[str]) -> list[str]:
    """Links on the way from Python's name to its file that lie elsewhere, as in somebody's own bin folder.

    The link alone is shown, not what lies beside it.
    """
    place, found = Path(sys.executable), []
    while place.is_symlink():
        place = Path(os.path.normpath(place.parent / place.readlink()))
        if not any(place.is_relative_to(folder) for folder in shown):
            found.append(str(place))
    return found


def _python(held: bool) -> tuple[str, dict[str, str]]:
    """Python and its environment; where nobody may go, it is named by its real place and told where all is."""
    packages = {"PYTHONPATH": os.pathsep.join(python_paths())}
    if not held:
        return sys.executable, packages
    base = str(Path(sys.base_prefix).resolve())
    home = {"PYTHONHOME": base, "LD_LIBRARY_PATH": f"{base}/lib"}
    return str(Path(sys.executable).resolve()), {**packages, **home}


@cache
def python_paths() -> tuple[str, ...]:
    """Folders of installed packages, and of this one; never the current folder, which may hold anything."""
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    script = "import sys; print('\\n'.join(sys.path))"
    asked = subprocess.run(
        [sys.executable, "-P", "-c", script], capture_output=True, text=True, check=True, env=clean
    )
    library = Path(os.__file__).parent
    found = [path for path in asked.stdout.splitlines() if path and Path(path).is_dir()]
    packages = [path for path in found if Path(path) not in (library, library / "lib-dynload")]
    # What this package and its dependencies were really imported from, however the organiser made Python find them.
    used = [str(Path(str(module.__file__)).resolve().parents[1]) for module in (gradus, numpy, zmq)]
    return tuple(dict.fromkeys([*packages, *used]))


def _open_to_all(path: Path) -> bool:
    """Whether somebody without any rights may go there; a file is reached through its folder."""
    real = path.resolve()
    return not real.is_dir() or all(part.stat().st_mode & 0o001 for part in (real, *real.parents))
