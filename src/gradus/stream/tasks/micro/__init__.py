"""The forty micro-tasks of the challenge, from "find the character" to invented synonyms."""

from __future__ import annotations

from gradus.stream.tasks.micro import letters, mappings, phrases, synonyms

__all__ = ["letters", "mappings", "phrases", "synonyms"]
