"""Hold two small exams and draw them into one report."""

import tempfile
from pathlib import Path

from gradus import exams, report

folder = Path(tempfile.mkdtemp())

# Does what was learned before make the next task cheaper? Two tasks, three runs of each kind (fewer show nothing).
exam = exams.make("graduality", learner="memory", order="micro4,micro1", runs=3, task_steps=3_000, control=())
record = exams.examine(exam, folder / "graduality")
for row in record.result.graduality.rows:
    print(row.task, row.ours, "against", row.theirs, "->", row.verdict)
print(exams.terms(record.result.graduality.whole))

# How far does a learner come, and what does each task cost it above the floor of one that knows the answers?
exam = exams.make("steps", learner="repeat", order="micro4,micro1", runs=2, task_steps=1_000)
record = exams.examine(exam, folder / "steps")
for row in record.result.tasks:
    print(row.task, row.steps, "floor", row.floor)

# The same call again repeats nothing: finished runs stay, and the table is made of their records.
assert exams.examine(exam, folder / "steps") == record

print(report.write([folder / "graduality", folder / "steps"], folder / "report.html"))
