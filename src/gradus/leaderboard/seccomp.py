"""The filter of system calls that a stranger's learner runs under, in the kernel's own words.

It is made by the organiser's process and loaded by ``sandbox_entry.py``: no package for it is needed, and none would be
there in a sandbox. Machines whose numbers are not known here go without.
"""

from __future__ import annotations

import errno
import platform
import struct

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
# Where files of whoever runs this can be named, as Landlock lets them be: it watches over their contents only.
_ATTRIBUTES = {
    "chmod": (90, None),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "chown": (92, None),
    "fchown": (93, 55),
    "lchown": (94, None),
    "fchownat": (260, 54),
    "utime": (132, None),
    "utimes": (235, None),
    "futimesat": (261, None),
    "utimensat": (280, 88),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "setxattrat": (463, 463),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
    "removexattrat": (466, 466),
    "file_setattr": (469, 469),
    "inotify_add_watch": (254, 27),
    "fanotify_init": (300, 262),
}
# Calls that are judged by what they are given: allowed only with these arguments (place, value).
_ITSELF = (
    (0, 0),
)  # the number 0 is the process that calls; limits of others would end the guard or the organiser
_ONLY_WITH = {
    "socket": ((41, 198), ((0, 1),)),  # of all networks only local sockets, one of which leads to the world
    "prlimit64": ((302, 261), _ITSELF),
    "sched_setaffinity": ((203, 122), _ITSELF),
    "sched_setscheduler": ((144, 119), _ITSELF),
    "sched_setparam": ((142, 118), _ITSELF),
    "sched_setattr": ((314, 274), _ITSELF),
    "setpriority": ((141, 140), ((0, 0), (1, 0))),  # of a process, not of a group or a user
    "ioprio_set": ((251, 30), ((0, 1), (1, 0))),
}
_CLONE, _CLONE3 = (56, 220), (435, 435)
_NAMESPACES = 0x7E020000  # the flags of clone that make namespaces
# The column of each machine above, and the number by which a filter is told whose call it is (linux/audit.h);
# a program could otherwise make its calls in the numbers of another machine.
_MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
# Words of the kernel's filter language (linux/filter.h, linux/seccomp.h).
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000
_LET = (_RETURN, 0, 0, _ALLOW)


def seccomp_program(attributes: bool) -> bytes:
    """The filter for this machine: what is forbidden fails with an error, all else is allowed; empty if unknown.

    ``attributes``: whether modes, owners and times of files may be changed, and folders watched.
    """
    machine = platform.machine()
    if machine not in _MACHINES:
        return b""
    column, architecture = _MACHINES[machine]
    lines = [(_LOAD, 0, 0, 4), (_EQUAL, 1, 0, architecture), _refuse(errno.ENOSYS), (_LOAD, 0, 0, 0)]
    if machine == "x86_64":  # a second set of numbers for the same calls
        lines += [(_AT_LEAST, 0, 1, 0x40000000), _refuse(errno.ENOSYS)]
    for numbers in (_FORBIDDEN if attributes else {**_FORBIDDEN, **_ATTRIBUTES}).values():
        number = numbers[column]
        if number is not None:
            lines += [(_EQUAL, 0, 1, number), _refuse(errno.EPERM)]
    # The flags of clone3 are behind a pointer; without it the C library uses clone, whose flags can be looked at.
    lines += [(_EQUAL, 0, 1, _CLONE3[column]), _refuse(errno.ENOSYS)]
    lines += [(_EQUAL, 0, 4, _CLONE[column]), (_LOAD, 0, 0, 16), (_ANY_BIT, 0, 1, _NAMESPACES)]
    lines += [_refuse(errno.EPERM), _LET]
    for numbers_with, arguments in _ONLY_WITH.values():
        lines += _only_with(numbers_with[column], arguments)
    return b"".join(struct.pack("HBBI", *line) for line in [*lines, _LET])


def _refuse(number: int) -> tuple[int, int, int, int]:
    return (_RETURN, 0, 0, _REFUSE | number)


def _only_with(number: int, arguments: tuple[tuple[int, int], ...]) -> list[tuple[int, int, int, int]]:
    """Lines that refuse a call unless its arguments have these values; any other call goes on behind them."""
    lines = [(_EQUAL, 0, 2 * len(arguments) + 2, number)]
    for later, (place, value) in zip(reversed(range(len(arguments))), arguments, strict=True):
        lines += [(_LOAD, 0, 0, 16 + 8 * place), (_EQUAL, 0 if later else 1, 2 * later, value)]
    return [*lines, _refuse(errno.EACCES), _LET]
