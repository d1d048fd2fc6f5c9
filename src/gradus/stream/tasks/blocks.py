"""Blocks: a gradual path to the second alternative curriculum's hardest task, a conversation about a small world.

A block has a shape, a size and a colour; colours tell the blocks of a table apart. Blocks stand on the table or on
each other; only a block with nothing on it can be moved, and only onto the table or another such block. What was
said about the table stays true for the instance: later questions do not repeat it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gradus.school import Chooser
from gradus.stream.question import Question
from gradus.stream.task import Origin, Rules, task

SHAPES = ("CUBE", "BALL", "CONE", "DISC")
SIZES = ("LARGE", "SMALL")
COLOURS = ("GREEN", "RED", "BLUE", "WHITE", "BLACK")
Block = tuple[str, str, str]
"""Shape, size and colour, in the order in which a description names them."""
Stacks = tuple[tuple[str, ...], ...]
"""Colours from the bottom up; empty stacks are left out, and stacks are kept in order."""


@dataclass(frozen=True)
class Grammar:
    """The words of the conversation."""

    see: str
    describe: str
    put: str
    on: str
    where: str
    above: str
    floor: str
    yes: str
    no: str
    end: str


def _blocks(
    pick: Chooser,
    origin: Origin,
    *,
    blocks: int,
    shapes: tuple[str, ...],
    sizes: tuple[str, ...],
    colours: tuple[str, ...],
) -> tuple[Block, ...]:
    """The blocks of an instance, each with a colour of its own."""
    return tuple((pick.choice(shapes), pick.choice(sizes), colour) for colour in pick.sample(colours, blocks))


def _yes_no(
    pick: Chooser,
    hidden: Any,
    question: Question,
    correct: bool,
    rules: Rules,
    *,
    yes: str,
    no: str,
    end: str,
) -> str:
    """Every word of the right answer, with yes or no behind it: the answer has to be read out of the feedback."""
    words = question.answer.removesuffix(end).split()
    return " ".join(f"{word} {yes if correct else no}" for word in words)


def settle(stacks: Stacks) -> Stacks:
    """Without empty stacks, in a fixed order: the table has no left and right."""
    return tuple(sorted(stack for stack in stacks if stack))


def is_free(stacks: Stacks, colour: str) -> bool:
    """Whether nothing stands on the block."""
    return any(stack[-1] == colour for stack in stacks)


def moved(stacks: Stacks, colour: str, target: str) -> Stacks | None:
    """The stacks after putting a block on another one or, with an empty target, on the table; None if it cannot be."""
    if colour == target or not is_free(stacks, colour) or (target and not is_free(stacks, target)):
        return None
    rest = [stack[:-1] if stack[-1] == colour else stack for stack in stacks]
    if not target:
        return settle((*rest, (colour,)))
    return settle(tuple((*stack, colour) if stack and stack[-1] == target else stack for stack in rest))


def below(stacks: Stacks, colour: str) -> str:
    """What the block stands on; empty: the table."""
    for stack in stacks:
        if colour in stack:
            place = stack.index(colour)
            return stack[place - 1] if place else ""
    return ""


def over(stacks: Stacks, colour: str) -> str:
    """What stands on the block; empty: nothing."""
    for stack in stacks:
        if colour in stack and stack[-1] != colour:
            return stack[stack.index(colour) + 1]
    return ""


def _attribute(pick: Chooser, block: Block, say: Grammar) -> tuple[str, str]:
    kinds = ("shape", "size", "colour")
    which = pick.below(3)
    return f"{say.describe} {kinds[which]}?", block[which]


def _describe(pick: Chooser, hidden: tuple[Block, ...], say: Grammar) -> tuple[str, str]:
    block = pick.choice(hidden)
    name = "object" if len(hidden) == 1 else block[2]
    return f"{say.describe} {name}?", " ".join(block)


def _put(pick: Chooser, stacks: Stacks, colours: tuple[str, ...], say: Grammar) -> tuple[str, str, Stacks]:
    """A command; the answer says whether it can be obeyed, and the table changes only then."""
    colour = pick.choice(colours)
    others = [name for name in colours if name != colour]
    target = pick.choice(["", *others])
    after = moved(stacks, colour, target)
    text = f"{say.put} {colour} {say.on} {target or say.floor}"
    return text, say.no if after is None else say.yes, stacks if after is None else after


def _where(pick: Chooser, stacks: Stacks, colours: tuple[str, ...], say: Grammar) -> tuple[str, str]:
    colour = pick.choice(colours)
    if pick.chance(1, 2):
        return f"{say.where} {colour}?", below(stacks, colour) or say.floor
    return f"{say.above} {colour}?", over(stacks, colour) or say.no


def _announce(hidden: tuple[Block, ...], shuffled: tuple[int, ...], say: Grammar) -> str:
    """What is on the table, each block's words in the order drawn."""
    told = ", ".join(" ".join(block[i] for i in shuffled) for block in hidden)
    return f"{say.see} {told} "


@task("blocks", draw=_blocks, react=_yes_no, terminator="", separator="; ")
def converse(
    pick: Chooser,
    hidden: Any,
    memory: Any,
    *,
    blocks: int = 1,
    asks: tuple[str, ...] = ("describe",),
    always_told: bool = False,
    mixed: bool = False,
    shapes: tuple[str, ...] = SHAPES,
    sizes: tuple[str, ...] = SIZES,
    colours: tuple[str, ...] = COLOURS,
    see: str = "see:",
    describe: str = "describe:",
    put: str = "put:",
    on: str = "on",
    where: str = "below:",
    above: str = "above:",
    floor: str = "table",
    yes: str = "yes",
    no: str = "no",
    end: str = " !",
) -> tuple[Question, Any]:
    """Talk about the blocks on a table: name their properties, move them, say where they are.

    ``asks`` lists what may be asked: attribute, describe, put, where. The table is told with the first question, or
    always; ``mixed`` tells a block's properties in any order, which a description must not keep.
    """
    say = Grammar(see, describe, put, on, where, above, floor, yes, no, end)
    names = tuple(block[2] for block in hidden)
    stacks: Stacks = settle(tuple((name,) for name in names)) if memory is None else memory
    order = pick.shuffled((0, 1, 2)) if mixed else (0, 1, 2)
    told = _announce(hidden, order, say) if memory is None or always_told else ""
    kind = pick.choice(asks)
    if kind == "put":
        text, answer, stacks = _put(pick, stacks, names, say)
    elif kind == "where":
        text, answer = _where(pick, stacks, names, say)
    elif kind == "attribute":
        text, answer = _attribute(pick, hidden[0], say)
    else:
        text, answer = _describe(pick, hidden, say)
    return Question(told + text, answer + end), stacks
