"""What the learners of the stream can do, measured.

Run: ``python benchmarks/learner.py [SECTION...] [--runs N] [--first-seed S] [--learner L]``.
Sections: walk, second, accuracy, gradual, rasa, evaluation, variants, reworded, hostile, ablation, composition, and on
generated worlds ``worlds [--family F] [--seeds A-B] [--split test] [--after round1] [--json ROWS]``, ``compositions``,
``engine`` and ``engine-ablations``; ``peers`` sets several learners side by side; all of them without names.
Every section prints a table and the command that made it; ``-o`` writes the tables to a file. A seed is that of the
world, of its scrambler and of the learner.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.learning.command import main

if __name__ == "__main__":
    main()
