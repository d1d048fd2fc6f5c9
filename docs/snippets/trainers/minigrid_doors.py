"""MiniGrid, somebody else's world: the teacher chooses how large the room behind the locked door is."""

import gymnasium
import minigrid  # noqa: F401 - registers its worlds

from gradus.school import Discrete
from gradus.teachers import make
from gradus.teachers.gym import Taught


def set_size(env, task):
    env.unwrapped.width = env.unwrapped.height = int(task)
    env.unwrapped.max_steps = 10 * int(task) ** 2


if __name__ == "__main__":
    sizes = Discrete(("5", "6", "8", "12", "16"))
    teacher = make("learning-progress", sizes, seed=0)
    world = gymnasium.make("MiniGrid-DoorKey-16x16-v0").unwrapped
    env = Taught(world, teacher, set_size, solved=lambda ret, info: ret > 0)
    env.action_space.seed(0)
    while len(env.outcomes) < 30:
        env.reset()
        ended = False
        while not ended:
            _, _, terminated, truncated, _ = env.step(env.action_space.sample())
            ended = terminated or truncated
    print({size: int(plays) for size, plays in zip(sizes.tasks, teacher.plays, strict=True)})
