"""A learner that knows the tasks: it works answers out of the question's text by the published rules.

It shares no code with the tasks. Only where the question does not tell (the mappings) does it look at the
hidden parameters.
"""

import re
from collections.abc import Callable
from typing import Any

from gradus.stream import World

DIGIT_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
SYNONYMS = {
    **dict.fromkeys(("print", "write"), "say"),
    **dict.fromkeys(("behind", "next"), "after"),
    **dict.fromkeys(("consolidate", "joint"), "union"),
    **dict.fromkeys(("prohibit", "ignore", "remove"), "exclude"),
}


def answer(task: str, text: str, hidden: Any) -> str:
    """The right answer to a question's text (both without their final full stop, as the tasks write them)."""
    if task == "micro1":
        return str(hidden[1])
    if task in ("micro2", "micro3"):
        letters, image = hidden
        if text not in letters:
            return text
        return str(image if task == "micro2" else image[letters.index(text)])
    if task == "micro4":
        return text
    if task.startswith("micro5."):
        return str(dict(hidden)[text.removesuffix(".")])
    if task in ("micro6", "micro15"):
        return str(dict(hidden)[text.split(": ")[1]])
    if task.startswith("mini"):
        return _mini(text)
    return _phrase(text)


def _phrase(text: str) -> str:
    """Tasks 7 to 14, 16, 19 and 20 can be told apart by their words alone."""
    if match := re.fullmatch(r"(\w+) is as (\w+) - (.*)", text):
        name, base, text = match.groups()
        text = re.sub(rf"\b{name}\b", base, text)
    for pattern, work_out in PATTERNS:
        if found := re.fullmatch(pattern, text):
            return work_out(*found.groups())
    known = re.sub(r"[a-z]+(?=:| [a-z] comes)", lambda word: SYNONYMS.get(word[0], word[0]), text)
    if known == text:
        raise AssertionError(f"no rule for the question {text!r}")
    return _phrase(known)


def _without(word: str, letter: str) -> str:
    return "".join(x for x in word if x != letter)


W = "([a-z]+)"
PATTERNS: list[tuple[str, Callable[..., str]]] = [
    (r" say: anything and not (\w)", lambda x: "z"),
    (r" say: (\w) or (\w) but not (\w)", lambda x, y, z: y if x == z else x),
    (r" say: (\w) and (\w)", lambda x, y: x + y),
    (r" say: (\w) or (\w)", lambda x, y: x),
    (r"spell: (.*)", lambda word: "".join(x + " " for x in word)),
    (r"interleave: (.*) by (.)", lambda word, sign: sign.join(word)),
    (rf"say: {W} say: {W} reverse:", lambda a, b: f"{b} {a}"),
    (rf"say: {W} say: {W} concatenate:", lambda a, b: a + b),
    (r"say: (\w)(\w) say: (\w)(\w) interleave:", lambda a, b, c, d: a + c + b + d),
    (rf"say: {W} say: (\w) union:", lambda word, x: word if x in word else word + x),
    (rf"say: {W} say: (\w) exclude:", _without),
    (r"say: ((?:\S+ say: )+\S+)", lambda rest: rest.replace("say: ", "")),
    (r"say: ([a-z]{1,3}(?: and [a-z]{1,3})+)", lambda rest: rest.replace(" and ", "")),
    (r"say: ([a-z]{1,3}(?: or [a-z]{1,3})+)", lambda rest: rest.split(" or ")[-1]),
    (r"after (\w) comes what:", lambda x: chr(ord(x) + 1)),
    (r"say: (\w| *\w *\w *)", lambda rest: re.sub(" +", " ", rest).lstrip()),
    (r"say: (\S+(?: \S+)?)", lambda words: words),
]
"""More special patterns come first."""


def _mini(text: str) -> str:
    found = re.fullmatch(r"description: (.*); verify: (.*)", text)
    assert found, text
    return "true" if fits(*found.groups()) else "false"


def fits(description: str, string: str) -> bool:
    """Whether the string is as described, by the three rules of the challenge's mini-tasks."""
    if description == "anything":
        return bool(string)  # the reference calls the empty string false here
    operator = "or" if " or " in description else "and"
    parts = description.split(f" {operator} ")
    positive = [part for part in parts if not part.startswith("not ") and part != "anything"]
    negative = [part[4:] for part in parts if part.startswith("not ")]
    if operator == "and" and not all(part in string for part in positive):
        return False
    if any(part in string for part in negative):
        return False
    return "anything" in parts or _tiled(string, positive)


def _tiled(string: str, positive: list[str]) -> bool:
    inside = set()
    for part in positive:
        for start in range(len(string)):
            if string[start:].startswith(part):
                inside |= set(range(start, start + len(part)))
    return inside == set(range(len(string)))


Policy = Callable[[str, Any, Any, int], str]
"""``policy(task, question, hidden, how many answers were judged before) -> what to say, with its full stop``."""


def right(task: str, question: Any, hidden: Any, judged: int) -> str:
    """Always the right answer."""
    stop = "" if task in ONE_BYTE or task.startswith("micro5.") else "."
    return answer(task, question.text, hidden) + stop


ONE_BYTE = ("micro1", "micro2", "micro3", "micro4")


def wrong(task: str, question: Any, hidden: Any, judged: int) -> str:
    """Never the right answer: a full stop alone, or tildes where an answer has a fixed length."""
    said = right(task, question, hidden, judged)
    return "~" * len(said) if task in ONE_BYTE or task.startswith("micro5.") else "."


def right_from(question_number: int) -> Policy:
    """Wrong before the question of that number (counted from 1), right from there on."""

    def policy(task: str, question: Any, hidden: Any, judged: int) -> str:
        return (right if judged + 1 >= question_number else wrong)(task, question, hidden, judged)

    return policy


class Player:
    """Answers in the first admissible column, as a policy says; otherwise keeps silent."""

    def __init__(self, world: World, policy: Policy = right) -> None:
        self.world, self.policy = world, policy
        self.byte, _ = world.step(None)
        self.reward = 0
        """The reward that came with the last byte."""
        self._said = ""

    def step(self) -> None:
        """One step of the world."""
        self.byte, self.reward = self.world.step(ord(self._reply()))

    def run(self, instances: int | None = None, steps: int = 1_000_000) -> None:
        """Until so many instances are over in all, or the curriculum is finished."""
        for _ in range(steps):
            if self.world.finished or len(self.world.outcomes) == instances:
                return
            self.step()
        raise AssertionError("this takes too many steps")

    def _reply(self) -> str:
        dialogue: Any = self.world.dialogue
        if dialogue.position < dialogue.size or dialogue._ended:
            self._said = ""
            return " "
        if not self._said:
            task = self.world.task
            self._said = self.policy(task, dialogue._question, dialogue._hidden, dialogue.questions)
        reply, self._said = self._said[0], self._said[1:]
        return reply
