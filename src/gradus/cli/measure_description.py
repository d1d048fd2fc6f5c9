"""``gradus measure --description``: how long tasks are in the gradual learner's own language."""

from __future__ import annotations

from gradus import learners, stream
from gradus.cli.common import people, print_json, print_table


def described(names: list[str], seed: int) -> dict[str, dict[str, float]]:
    """Bits with an empty library, after the tasks before, and the part that these save, task by task."""
    found = {}
    with people.status("telling tasks to the engine") as status:
        for row in learners.gradual.description_lengths(stream.make("round1").only(*names), seed):
            found[row.task] = {"empty": row.empty, "after": row.after, "saved": row.saved}
            status.update(f"telling tasks to the engine: {row.task}")
    return found


def print_description(names: list[str], seed: int, as_json: bool) -> None:
    """Print the description length of every task, alone and after those before it in the list."""
    rows = described(names, seed)
    if as_json:
        print_json([{"task": name, "seed": seed, "description": row} for name, row in rows.items()])
        return
    cells = [
        [name, f"{row['empty']:.0f}", f"{row['after']:.0f}", f"{row['saved']:.0%}"]
        for name, row in rows.items()
    ]
    columns = ["task", "empty library", "after the tasks before", "saved"]
    print_table(
        f"Description length of {len(rows)} tasks in the gradual learner's language, in bits", columns, cells
    )
    print(
        "Bits that right answers to the first 40 questions take when they are told to the learner's engine, which"
    )
    print(
        "goes on learning: alone, and after as many questions of every task that stands before it in this list."
    )
