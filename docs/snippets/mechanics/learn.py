from gradus.mechanics import learn
from gradus.school import Sampler

pick = Sampler(0)
pieces = []
for _ in range(400):  # windows of a channel that echoes the bit before
    before, steps = 0, []
    for _ in range(8):
        bit = pick.below(2)
        steps.append((bit, before))
        before = bit
    pieces.append(tuple(steps))
found = learn(pieces, eps=0.05, samples=50, closed=False)
print(f"{len(found.machine)} states, rarest decision seen {found.rarest} times")
