from gradus.mechanics import (
    by_label,
    channel,
    drive,
    drive_by,
    expert_complexity,
    feedback_complexity,
    machine_of,
    process,
)

odd = channel("odd-random")
print(f"coin inputs: {drive(odd, by_label(odd, {0: 0.5, 1: 0.5})).complexity:.4f}")
print(f"golden mean inputs: {drive_by(odd, process('golden-mean')).complexity:.4f}")
print(f"supremum over inputs with feedback: {feedback_complexity(odd).low:.4f}")
task = machine_of("micro5.1", alphabet="012", streak=3)  # orbits of causal states, with their sizes
best, steps = expert_complexity(task)
print(f"C* {best.low:.4f}, at best {steps:.4f} steps per instance")
