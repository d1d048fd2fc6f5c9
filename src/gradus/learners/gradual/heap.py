"""Keeps Python's garbage collector from looking through a whole program in the middle of a step.

The learner makes hardly any circles, but many small things, and so the collector sets out for a full collection every
few thousand steps. That one visits every container of the process: modules, classes and functions of all that was
imported, again and again, although they stay. With a few large libraries it takes longer than any step of learning.
"""

from __future__ import annotations

import gc


def settle() -> None:
    """Let full collections pass by what is there by now, once per process.

    Garbage is collected before. A host with a policy of its own, who froze something or switched collection off, is
    left alone.
    """
    if gc.isenabled() and not gc.get_freeze_count():
        gc.collect()
        gc.freeze()
