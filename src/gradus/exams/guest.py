"""A learner by name in a process of its own: ``python -m gradus.exams.guest LEARNER OPTIONS ADDRESS``."""

from __future__ import annotations

import json
import sys

from gradus.learners import make
from gradus.stream.remote import serve_learner


def main(arguments: list[str]) -> None:
    """Make the learner and let it answer the world at the address."""
    name, options, address = arguments
    serve_learner(make(name, **json.loads(options)), address)


if __name__ == "__main__":
    main(sys.argv[1:])
