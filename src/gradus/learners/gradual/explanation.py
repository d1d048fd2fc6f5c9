"""Says in words what a learner has learned and what it is trying now.

The learner itself knows only symbols. For showing them, a caller may pass what each byte looks like, for example
through the scrambler of the run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gradus.learners.gradual.knowledge.in_words import found_knowledge, knowledge_in_words
from gradus.learners.gradual.learner import GradualLearner
from gradus.learners.gradual.perception.in_words import (
    ending_in_words,
    form_in_words,
    found_ending,
    found_form,
)
from gradus.learners.gradual.policy.in_words import found_moment, moment_in_words


def knowledge(learner: GradualLearner, shown: Callable[[int], str] | None = None) -> dict[str, Any]:
    """Everything worth showing, as plain JSON-able values; `shown` prints a byte."""
    printed = shown or "<{}>".format

    def show(symbols: str) -> str:
        return "".join(printed(byte) for byte in learner.spell(symbols))

    talk = learner.conversation
    silence = talk.silence.symbol
    return {
        "silence": show(silence) if silence else None,
        "form": found_form(talk.keeper, show),
        "proven_forms": len(talk.keeper.library),
        "begun_anew": talk.keeper.regimes,
        "ending": found_ending(talk.keeper.endings, show),
        "now": found_moment(talk, show),
        **found_knowledge(talk.mind.knowledge, lambda symbols: show("".join(map(chr, symbols)))),
    }


def in_words(found: Mapping[str, Any]) -> list[str]:
    """What `knowledge` found, as sentences for people: the dialogue, the moment, then rules and memories."""
    silence = found["silence"]
    lines = [f"Silence is {silence!r}." if silence else "Silence is not known yet."]
    lines += form_in_words(found["form"])
    lines.append(ending_in_words(found["ending"]))
    lines += moment_in_words(found["now"])
    lines += knowledge_in_words(found)
    forms = found["proven_forms"]
    lines.append(
        f"Dialogues: {forms} form{'s' * (forms != 1)} proven so far and kept; "
        f"{found['begun_anew']} times the form was given up and sought anew."
    )
    return lines
