from gradus.mechanics import belief_closure, causal_states, feedback_complexity, task_generator
from gradus.stream.tasks import make

task = make("micro5.1", alphabet="012", streak=3, deck=False, limits=False)
machine = causal_states(belief_closure(task_generator(task), view="agent"))
bracket = feedback_complexity(machine)
print(len(machine), f"{bracket.low:.4f} {bracket.high:.4f}")
