"""Submissions that mean harm: what each does, and what the row on the board must say about it.

Each is a script that has already said hello; ``step()`` answers the world once, ``tell(...)`` prints for the private
record, ``tried(f)`` says what became of an attempt. KEY, BOARD, OTHER, PORT and PARENT are put in by the test.
"""

from dataclasses import dataclass, field

PREAMBLE = """
import os, signal, socket, subprocess, sys, time
world = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
world.connect(sys.argv[-1].removeprefix("unix:"))
def hello():
    world.sendall(b"hello")
def step():
    frame = world.recv(2)
    if len(frame) < 2:
        sys.exit(0)
    world.sendall(b" ")
def tell(*what):
    print(*what, flush=True)
def tried(what):
    try:
        result = what()
        return f"done: {str(result)[:200]}"
    except (Exception, SystemExit) as error:
        return f"refused: {type(error).__name__} {str(error)[:100]}"
def read(path):
    with open(path, "rb") as file:
        return file.read(100000)
def each(*whats):
    for what in whats:
        tell(tried(what))
"""


@dataclass(frozen=True)
class Hostile:
    """One hostile submission."""

    code: str
    reason: str = "ended with status 0"
    """Part of the public reason."""
    limits: dict = field(default_factory=dict)
    greets: bool = True
    """Whether it says hello before it begins."""


LATER = "\nfor i in range(50): step()\n"
REFUSED = {
    "reads the key": "each(lambda: read(KEY), lambda: os.listdir(os.path.dirname(KEY)))",
    "reads the board": "each(lambda: read(BOARD))",
    "reads another team's code": "each(lambda: read(OTHER))",
    "reads the key through a link in its code": "each(lambda: read('link'))",
    "reads the parent's environment": "each(lambda: read(f'/proc/{PARENT}/environ'))",
    "reads the parent's memory": """
each(lambda: read(f'/proc/{PARENT}/maps'), lambda: open(f'/proc/{PARENT}/mem', 'rb').read(1))
""",
    "kills the parent": """
each(lambda: os.kill(PARENT, signal.SIGUSR1),
     lambda: os.kill(os.getppid() if os.getppid() > 1 else PARENT, signal.SIGTERM))
""",
    "writes beside its code": """
each(lambda: open('spoor', 'w'), lambda: open(os.path.dirname(KEY) + '/spoor', 'w'),
     lambda: os.mkdir('/var/tmp/spoor'))
""",
    "opens a network connection": """
each(lambda: socket.create_connection(('127.0.0.1', PORT), 2),
     lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM), lambda: socket.socket(socket.AF_INET6))
""",
    "makes namespaces and mounts": """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
def call(number, *words):
    if libc.syscall(number, *words) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
NUMBERS = {"x86_64": (272, 165, 101, 319, 425, 56), "aarch64": (97, 40, 117, 279, 425, 220)}[os.uname().machine]
unshare, mount, ptrace, memfd, ring, clone = NUMBERS
each(lambda: call(unshare, 0x10000000), lambda: call(mount, b"none", b"/tmp", b"tmpfs", 0, None),
     lambda: call(ptrace, 16, os.getppid(), 0, 0), lambda: call(memfd, b"x", 0), lambda: call(ring, 1, None),
     lambda: call(clone, 0x10000000 | 17, 0, 0, 0, 0))
""",
    "reaches for other calls and other memory": """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
def call(number, *words):
    if libc.syscall(number, *words) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
# Keys, programs in the kernel, page faults, counters, secret memory, queues, System V, and a second set of numbers.
NUMBERS = {
    "x86_64": (250, 321, 323, 298, 447, 240, 29, 435, 0x40000027),
    "aarch64": (219, 280, 282, 241, 447, 180, 194, 435),
}
for number in NUMBERS[os.uname().machine]:
    each(lambda: call(number, 0, 1, 0, 0, 0, 0))
""",
    "opens other kinds of sockets": """
for family in (2, 10, 16, 17, 31, 38, 40):
    each(lambda: socket.socket(family, socket.SOCK_RAW if family in (16, 17) else socket.SOCK_STREAM))
""",
    "types on the organiser's terminal": """
import fcntl, termios
each(lambda: os.open('/dev/tty', os.O_RDWR), lambda: fcntl.ioctl(0, termios.TIOCSTI, b'x'),
     lambda: fcntl.ioctl(1, termios.TIOCSTI, b'x'))
""",
    # What is set is what was there before: where it is not refused, whoever runs the tests shall not suffer.
    "sets other processes' limits": """
import resource
each(lambda: resource.prlimit(PARENT, resource.RLIMIT_CORE),
     lambda: resource.prlimit(os.getppid(), resource.RLIMIT_CORE))
""",
    "slows other processes down": """
def priority(kind, number): os.setpriority(kind, number, os.getpriority(kind, number))
def schedule(process): os.sched_setscheduler(process, os.sched_getscheduler(process), os.sched_getparam(process))
each(lambda: priority(os.PRIO_PROCESS, PARENT), lambda: priority(os.PRIO_PGRP, 0), lambda: priority(os.PRIO_USER, 0),
     lambda: os.sched_setaffinity(PARENT, os.sched_getaffinity(PARENT)), lambda: schedule(PARENT))
priority(os.PRIO_PROCESS, 0)  # what it does to itself is its own affair
os.sched_setaffinity(0, os.sched_getaffinity(0))
""",
    "changes modes and times of the organiser's files": """
each(lambda: os.chmod(KEY, 0o666), lambda: os.chmod(os.path.dirname(KEY), 0), lambda: os.utime(KEY, (0, 0)),
     lambda: os.setxattr(KEY, 'user.spoor', b'x'), lambda: os.chown(KEY, os.getuid(), os.getgid()),
     lambda: os.truncate(KEY, 0))
""",
    "watches the organiser's folder": """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
def watch():
    place = libc.inotify_add_watch(libc.inotify_init(), os.path.dirname(KEY).encode(), 0xfff)
    if place < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
each(watch)
""",
    "lists other processes": """
def others():
    seen = [open(f'/proc/{n}/cmdline', 'rb').read() for n in os.listdir('/proc') if n.isdigit()]
    found = [words for words in seen if b'agent.py' not in words]
    if not found: raise OSError('nobody else is there')
    return found
each(others, lambda: os.stat(f'/proc/{PARENT}/root') if PARENT > 2 else 0)
""",
    "connects to other local sockets": """
each(lambda: socket.socket(socket.AF_UNIX).connect(LOCAL), lambda: socket.socket(socket.AF_UNIX).connect('\\0' + LOCAL))
""",
}
"""Attempts every one of which must be refused."""
NEEDS_ISOLATION = {
    "reads the key", "reads the board", "reads another team's code", "reads the key through a link in its code",
    "reads the parent's environment", "reads the parent's memory", "kills the parent", "writes beside its code",
    "lists other processes", "connects to other local sockets", "changes modes and times of the organiser's files",
    "watches the organiser's folder",
}  # fmt: skip
ONLY_IN_BUBBLEWRAP = {"lists other processes", "connects to other local sockets"}
"""What nothing but bubblewrap keeps a submission from, as the docs say."""
ENDED = {
    "crashes": Hostile(LATER + "raise RuntimeError('enough')", "ended with status 1"),
    "leaves": Hostile(LATER + "sys.exit(3)", "ended with status 3"),
    "is silent from the start": Hostile("time.sleep(1000)", "said hello", {"handshake": 1}, greets=False),
    "falls silent": Hostile(LATER + "time.sleep(1000)", "did not answer within 1 seconds", {"answer": 1}),
    "says garbage instead of hello": Hostile(
        "world.sendall(os.urandom(100000))\ntime.sleep(1000)", "said hello", {"handshake": 1}, greets=False
    ),
    "floods the world": Hostile("while True: world.sendall(b'x' * 4096)", "floods"),
    "burns CPU time": Hostile("while True: pass", "1 seconds of CPU time", {"cpu": 1}),
    "burns CPU time in many processes": Hostile(
        "for i in range(3): os.fork()\nwhile True: pass", "3 seconds of CPU time", {"cpu": 3}
    ),
    "hoards memory": Hostile(
        LATER + "hoard = []\nwhile True: hoard.append(bytearray(os.urandom(1_000_000) * 10))",
        "more than its 300 MB of memory",
        {"memory": 300 * 1024**2},
    ),
    "hoards memory in several processes": Hostile(
        "for i in range(3): os.fork()\nhoard = bytearray(os.urandom(1_000_000) * 80)\ntime.sleep(1000)",
        "more than its 300 MB of memory",
        {"memory": 300 * 1024**2},
    ),
    "forks without end": Hostile(
        "while True:\n    try: os.fork()\n    except OSError: pass", "", {"answer": 4, "cpu": 6}
    ),
    "ignores signals": Hostile(
        "for n in (1, 2, 3, 13, 15): signal.signal(n, signal.SIG_IGN)\n" + LATER + "time.sleep(1000)",
        "did not answer",
        {"answer": 1},
    ),
    "kills its own group": Hostile(LATER + "os.killpg(0, signal.SIGKILL)", "was ended by SIGKILL"),
    "leaves a daemon behind": Hostile(
        "if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        time.sleep(1000)\n    os._exit(0)\n"
        + LATER
        + "sys.exit(5)",
        "ended with status 5",
    ),
    "writes a file without end": Hostile(
        "signal.signal(signal.SIGXFSZ, signal.SIG_DFL)\ntell('begins')\nfile = open('/tmp/large', 'wb')\n"
        "while True: file.write(bytes(1_000_000))",
        "",
        {"file": 8 * 1024**2},
    ),
    "fills scratch space with many files": Hostile(
        "for place in ('/tmp', '/dev/shm'):\n    total = 0\n    try:\n        for i in range(100):\n"
        "            with open(f'{place}/spoor-{i}', 'wb') as file: total += file.write(bytes(1024**2))\n"
        "    except OSError as error: tell(place, 'holds', total)\n    else: tell(place, 'holds too much')",
        "ended with status 0",
        {"file": 8 * 1024**2},
    ),
    "prints markup and escapes": Hostile(
        LATER + "tell('[/red][link=x]\\x1b[2J\\x1b]0;title\\x07<script>alert(1)</script>')\nsys.exit(1)",
        "ended with status 1",
    ),
    "prints the hidden stream": Hostile(
        "heard = b''\nfor i in range(200):\n    heard += world.recv(2)\n    world.sendall(b' ')\n"
        "tell(heard[1::2])\nsys.exit(1)",
        "ended with status 1",
    ),
    "prints 100 MB": Hostile(
        "for i in range(100): sys.stdout.write('x' * 1_000_000)\nsys.stdout.flush()\n"
        + LATER
        + "sys.exit(1)",
        "ended with status 1",
        {"answer": 60},
    ),
}
"""Submissions that must end, with this in the reason."""
