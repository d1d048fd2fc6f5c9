from gradus.mechanics import infer, process, sample

stream = sample(process("golden-mean"), 20_000, seed=1)
windows = [
    tuple(stream[at : at + 10]) for at in range(0, len(stream), 10)
]  # cut without regard to its states
found = infer(windows)
low, high = found.interval
print(f"{len(found.machine)} states, C {found.complexity:.3f}, 90 % interval {low:.3f} to {high:.3f}")
