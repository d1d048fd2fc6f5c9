from gradus.mechanics import agreement, channel, explored, instance_machine, learn, measured_variant
from gradus.school import Sampler
from gradus.stream.tasks import make

pick = Sampler(0)
toggles = []
for _ in range(1000):  # a channel whose output changes with every 1
    last, steps = 0, []
    for _ in range(8):
        bit = pick.below(2)
        last ^= bit
        steps.append((bit, last))
    toggles.append(tuple(steps))
task = measured_variant(make("micro1", alphabet="ab", size=2, streak=2))
played = explored(task, 1000)
for pieces, exact, closed in (
    (toggles, channel("toggle"), False),
    (played, instance_machine(task), True),
):
    found = agreement(learn(pieces, samples=100, closed=closed), exact, pieces)
    learned, all_there = found.states
    print(f"{learned} of {all_there} states, distance {found.distance:.3f}, inside {found.inside}")
