"""Two tasks of one's own: write them, check them, look at them, teach them."""

from gradus.kits import check_task
from gradus.stream import Curriculum, Question, World, task


@task("double")
def double_a_letter(pick, *, alphabet="abcdef", keyword="double:"):
    """Say the letter twice."""
    letter = pick.choice(alphabet)
    return Question(f"{keyword} {letter}", letter * 2)


def a_secret_shift(pick, origin, *, alphabet):
    """The hidden parameter of an instance: how far letters are shifted."""
    return pick.between(1, len(alphabet) - 1)


@task("shift", draw=a_secret_shift, reactions=("yes ", "no "), failure_tolerance=2.0)
def shift_a_letter(pick, hidden, *, alphabet="abcdef"):
    """Answer a letter with the one a secret number of places further on."""
    i = pick.below(len(alphabet))
    return Question(f"shift {alphabet[i]}", alphabet[(i + hidden) % len(alphabet)])


check_task(double_a_letter)
check_task(shift_a_letter)

# A variant is a value, not a copy.
short = double_a_letter.with_(keyword="twice:", streak=3, separator=";;")
check_task(short)

# A curriculum is tasks in an order; every task has an id of its own in it.
curriculum = Curriculum.from_spec(
    {
        "name": "doubles and shifts",
        "tasks": ["double", {"id": "twice", "task": "double", "keyword": "twice:"}, "shift"],
        "teacher": {"name": "consecutive", "success_threshold": 2},
    }
)
world = World(curriculum, seed=1)
byte, reward = world.step(None)
while not world.finished:
    awaited = world.dialogue.awaited()  # what a learner that knew the answer would say now
    byte, reward = world.step(awaited[0] if awaited else ord(" "))
assert [outcome.solved for outcome in world.outcomes] == [True] * 6
