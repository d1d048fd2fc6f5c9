from gradus.mechanics import agreement, explored, instance_machine, learn, measured_variant
from gradus.stream.tasks import make

task = measured_variant(make("micro1", alphabet="ab", size=2, streak=2))
pieces = explored(task, 500)
found = agreement(learn(pieces, samples=100), instance_machine(task), pieces)
learned, exact = found.states
print(f"{learned} of {exact} states, distance {found.distance:.3f}, inside {found.inside}")
