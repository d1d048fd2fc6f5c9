"""A learner by name in a process of its own, answering the world at an address."""

from __future__ import annotations

import json

from gradus.learners import make
from gradus.stream.remote import serve_learner


def main(arguments: list[str]) -> None:
    """Make the learner LEARNER with OPTIONS (JSON) and let it answer the world at ADDRESS."""
    name, options, address = arguments
    serve_learner(make(name, **json.loads(options)), address)
