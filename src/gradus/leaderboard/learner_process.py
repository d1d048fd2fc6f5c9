"""A learner by name or import path in a process of its own, answering the world at an address.

This is the only place where a submission's module is imported, and it runs in the sandbox.
"""

from __future__ import annotations

import json
import sys

from gradus.learners import make, seeded
from gradus.school import UserError
from gradus.stream.remote import serve_learner


def main(arguments: list[str]) -> None:
    """Make the learner LEARNER with SEED and OPTIONS (JSON) and let it answer the world at ADDRESS."""
    name, seed, options, address = arguments
    try:
        learner = make(name, **seeded(name, int(seed), **json.loads(options)))
    except UserError as error:
        sys.exit(str(error))
    serve_learner(learner, address)
