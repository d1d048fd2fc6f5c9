"""Says in words what is known about a dialogue and what is being tried now."""

from __future__ import annotations

from collections.abc import Callable

from gradus.learners.gradual.perception.in_words import ending_in_words, form_in_words
from gradus.learners.gradual.policy.conversation import Conversation


def conversation_in_words(talk: Conversation, show: Callable[[str], str]) -> list[str]:
    """Silence, the form of the dialogue, endings, what is being done, and everything known about answers."""
    silence = talk.silence.symbol
    lines = [f"Silence is {show(silence)!r}." if silence else "Silence is not known yet."]
    lines += form_in_words(talk.keeper, show)
    lines += ending_in_words(talk.keeper.endings, show)
    lines.append(talk.doing())
    return lines + talk.mind.knowledge.in_words(lambda symbols: show("".join(map(chr, symbols))))
