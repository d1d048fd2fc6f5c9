"""Says what a learner is doing and trying now: as plain values, and as sentences made of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gradus.learners.gradual.policy.conversation import Conversation

Show = Callable[[str], str]


def found_moment(talk: Conversation, show: Show) -> dict[str, Any]:
    """The latest question and answer, what is being done, and what was tried in vain."""
    exchange, keeper = talk.exchange, talk.keeper
    question = keeper.question(exchange) if exchange is not None else ""
    said = talk.answer.said if talk.answering else keeper.said(exchange) if exchange is not None else ""
    judged = exchange is not None and talk.paid and not talk.answering
    return {
        "doing": doing(talk),
        "question": show(question) if question else None,
        "said": show(said) if said else None,
        "reward": exchange.reward if exchange is not None and judged else None,
        "tried": [show(option) for option in talk.trying.tried.get(question, ())],
        "comparing": not keeper.ranking.done,
    }


def doing(talk: Conversation) -> str:
    """What the learner is doing now, in words."""
    if not talk.silence.symbol:
        return "It seeks the symbol that means silence: it says one after the other."
    if talk.answering and talk.answer.probing:
        return "It tries signs that may end its answer."
    if talk.answering:
        return "It is answering."
    if talk.turns.active:
        return f"It speaks once behind each of {len(talk.turns.signs)} signs, to find out where its turn is."
    if talk.hush:
        return "It is silent on purpose, to see whether it is asked at all."
    return "It is listening."


def moment_in_words(found: Mapping[str, Any]) -> list[str]:
    """What `found_moment` found, as sentences."""
    lines = [f"Now: {found['doing'][0].lower()}{found['doing'][1:]}"]
    if found["comparing"]:
        lines.append("It is comparing other ways in which the world may talk.")
    if found["question"] is not None:
        lines.append(_latest(found))
    if found["tried"]:
        tried = ", ".join(repr(option) for option in found["tried"][-6:])
        lines.append(f"Tried for this question, in vain: {tried}.")
    return lines


def _latest(found: Mapping[str, Any]) -> str:
    """The latest question and what became of the answer."""
    outcome = {None: "", 1: ", which was right", 0: ", for which nothing came", -1: ", which was punished"}
    if found["said"] is None:
        return f"The latest question was {found['question']!r}."
    reward = found["reward"]
    sign = None if reward is None else (reward > 0) - (reward < 0)
    says = "says" if reward is None else "said"
    return f"To the latest question, {found['question']!r}, it {says} {found['said']!r}{outcome[sign]}."
