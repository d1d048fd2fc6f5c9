"""PyTorch: a DataLoader whose sampler prefers prompts of middling success, and goes on exactly after a stop."""

import json
from pathlib import Path

import torch
from torch.utils.data import DataLoader

from gradus.teachers.sampler import DatasetTeacher

if __name__ == "__main__":
    torch.manual_seed(0)
    prompts = [f"What is {a} + {b}?" for a in range(20) for b in range(20)]
    difficulty = torch.linspace(0, 1, len(prompts))  # stands for your model and verifier
    sampler = DatasetTeacher(prompts, seed=0, method="learnability", batch=16, explore=0.1)
    saved = Path("sampler.json")
    if saved.exists():
        sampler.load_state_dict(json.loads(saved.read_text()))
    for rows in DataLoader(range(len(prompts)), batch_size=16, sampler=sampler):
        solved = torch.rand(16, 8) > difficulty[rows][:, None]  # eight completions of each prompt
        sampler.observe(rows.tolist(), solved.float().mean(1).tolist(), counts=8)
        saved.write_text(json.dumps(sampler.state_dict()))
    print(int(sampler.plays.sum()), "prompts seen; the next:", [prompts[row] for row in sampler.draw(3)])
