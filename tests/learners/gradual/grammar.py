"""A small random grammar of dialogues, for tests of perception: forms drawn by chance, and windows made from them."""

from __future__ import annotations

import random
from dataclasses import dataclass

from gradus.learners.gradual.perception.exchange import RawExchange

SILENCE = " "
LETTERS = "abcdefghijklmn"
SIGNS = ".;!?:,-+*/=<>()[]{}"


@dataclass
class Drawn:
    """A form of dialogue as the world knows it."""

    question_end: str
    answer_end: str
    """Empty: an answer ends by its length."""
    split: str
    openings: tuple[str, str]
    """How reactions to a right and to a wrong answer begin."""
    presence: tuple[float, float]
    tells: tuple[bool, bool]
    told_end: bool
    lag: int
    keyword: str
    keys: int
    """How many different questions; 0: no end of them."""

    def reaction(self, luck: random.Random, right: bool, told: str) -> str:
        kind = 0 if right else 1
        if luck.random() >= self.presence[kind]:
            return ""
        text = self.openings[kind]
        if self.tells[kind]:
            text += told + (self.answer_end if self.told_end else "")
        return text + self.split


def mark(luck: random.Random, least: int = 1, most: int = 3) -> str:
    return "".join(luck.choice(SIGNS) for _ in range(luck.randint(least, most)))


def word(luck: random.Random, least: int = 2, most: int = 6) -> str:
    return "".join(luck.choice(LETTERS) for _ in range(luck.randint(least, most)))


def draw(luck: random.Random) -> Drawn:
    """A form in which turns, questions and told answers can be found out."""
    while True:
        question_end = mark(luck)
        answer_end = luck.choice([question_end, mark(luck), mark(luck, 1, 1), ""])
        split = luck.choice([mark(luck), mark(luck), question_end])
        presence = luck.choice([(1.0, 1.0), (1.0, 1.0), (0.0, 1.0), (0.5, 0.7)])
        form = Drawn(
            question_end,
            answer_end,
            split,
            luck.choice([("", ""), (word(luck) + " ", word(luck) + " "), (word(luck), word(luck))]),
            presence,
            (luck.random() < 0.5, True),
            luck.random() < 0.5,
            int(luck.random() < 0.15),
            luck.choice(["", word(luck) + " ", word(luck) + ": "]),
            luck.choice([0, 0, 6]),
        )
        if sound(form):
            return form


def sound(form: Drawn) -> bool:
    """Signs do not hide in one another, and where reactions end like questions it is sure whether there is one."""
    tail = (form.answer_end if form.told_end else "") + form.split
    alike = form.question_end in tail
    certain = all(share in (0.0, 1.0) for share in form.presence)
    inside = any(
        one and other and one != other and one in other
        for one in (form.question_end, form.answer_end, form.split)
        for other in (form.question_end, form.answer_end, form.split)
    )
    crossing = form.question_end in (form.split + form.keyword)[:-1] and form.question_end != form.split
    return not inside and not crossing and (certain or not alike) and form.lag * (form.presence[1] < 1) == 0


@dataclass
class Truth:
    """What a perfect listener would make of one exchange."""

    question: str
    right: str
    told: str
    """The answer told in the reaction before the question; empty when none was."""


def window(
    form: Drawn, luck: random.Random, size: int, success: float = 0.3
) -> tuple[list[RawExchange], list[Truth]]:
    """Raw exchanges of a dialogue in which some answers are right, with the truth about each."""
    bodies = [word(luck) for _ in range(form.keys)] or None
    rights = {body: word(luck) for body in bodies or ()}
    exchanges: list[RawExchange] = []
    truths: list[Truth] = []
    reaction, told = "", ""
    for number in range(size):
        body = luck.choice(bodies) if bodies else word(luck)
        answer = rights.get(body, body[::-1])
        question = form.keyword + body
        segment = (reaction + question + form.question_end).strip(SILENCE)
        right = luck.random() < success
        said = answer if right else ""
        by_length = not form.answer_end
        exchange = RawExchange(
            segment,
            before=exchanges[-1].reward if exchanges else 0,
            joined=number > 0,
            said=said + form.answer_end if said or form.answer_end else SILENCE * len(answer),
            reward=1 if right else -1,
            length=len(answer) if by_length else 0,
        )
        exchanges.append(exchange)
        truths.append(Truth(question, answer, told))
        about = truths[-1 - form.lag].right if len(truths) > form.lag else ""
        reaction = form.reaction(luck, right, about)
        told = about if reaction and form.tells[0 if right else 1] else ""
    return exchanges, truths
