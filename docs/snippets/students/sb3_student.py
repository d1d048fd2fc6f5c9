"""Any Gymnasium student can learn from a teacher: here PPO of Stable-Baselines3 with ALP-GMM."""

import gymnasium
from stable_baselines3 import PPO

from gradus import teachers
from gradus.tracks import task_space

teacher = teachers.make("alp-gmm", task_space("stump"), seed=0)
world = gymnasium.make("gradus/StumpTracks-v0", body="old_classic_bipedal", tickets=teacher, max_steps=300)
student = PPO("MlpPolicy", world, n_steps=256, batch_size=64, n_epochs=2, seed=0, device="cpu")
student.learn(total_timesteps=1024)
print(f"{teacher.state()['serial']} tickets were issued")
