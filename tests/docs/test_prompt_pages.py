"""The page about prompts shows its examples; the adapters for TRL and verl keep to the hooks they are made for."""

import importlib.util
import json
import os
import subprocess
import sys
import types
from pathlib import Path

import numpy as np
import pytest

import gradus

DOCS = Path(__file__).parents[2] / "docs"
SNIPPETS = DOCS / "snippets" / "prompts"


def load(name, monkeypatch, **modules):
    """Import an example beside stand-ins for packages that are not here."""
    for module, content in modules.items():
        parts = module.replace("__", ".").split(".")
        for end in range(1, len(parts) + 1):
            path = ".".join(parts[:end])
            if end == len(parts) or path not in sys.modules:
                monkeypatch.setitem(
                    sys.modules, path, types.SimpleNamespace(**(content if end == len(parts) else {}))
                )
    spec = importlib.util.spec_from_file_location(name, SNIPPETS / f"{name}.py")
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_the_page_shows_every_example():
    page = (DOCS / "choose-prompts.md").read_text()
    for path in SNIPPETS.glob("*.py"):
        assert f"```py\n{path.read_text()}```\n" in page, path.name


def test_trl_gets_prompts_as_its_own_sampler_deals_them(monkeypatch):
    class GRPOTrainer:
        """What the adapter uses of the real one."""

        def __init__(self, dataset):
            self.train_dataset = dataset
            self.num_generations, self.num_iterations = 4, 2
            self.args = types.SimpleNamespace(seed=3, generation_batch_size=16, steps_per_generation=2)

    module = load("prompts_trl", monkeypatch, trl={"GRPOTrainer": GRPOTrainer})
    trainer = module.TaughtGRPOTrainer(list(range(40)))
    rows = list(trainer._get_train_sampler())
    assert len(rows) == 10 * 4 * 4 * 4
    assert rows[:16] == rows[16:32] == rows[48:64] and rows[0] == rows[3] != rows[4]
    reward = module.taught(
        lambda completions, **_: [float(text == "yes") for text in completions], lambda: trainer
    )
    assert reward(row=rows[:16], completions=["yes"] * 16) == [1.0] * 16
    assert sorted(np.flatnonzero(trainer.sampler.plays)) == sorted(set(rows[:16]))


def test_verl_updates_and_resumes(monkeypatch):
    sampler = type("AbstractCurriculumSampler", (), {})
    module = load(
        "prompts_verl",
        monkeypatch,
        verl__experimental__dataset__sampler={"AbstractCurriculumSampler": sampler},
    )
    made = module.TaughtSampler(data_source=list(range(30)), data_config=Config(train_batch_size=5, seed=1))
    assert len(made) == 30
    rows = [row for row, _ in zip(made, range(5), strict=False)]
    scores = types.SimpleNamespace(sum=lambda axis: Tensor(np.ones(5)))
    info = np.array([{"index": row} for row in rows], dtype=object)
    made.update(
        types.SimpleNamespace(non_tensor_batch={"extra_info": info}, batch={"token_level_scores": scores})
    )
    assert made.teacher.plays.sum() == 5
    again = module.TaughtSampler(data_source=list(range(30)), data_config=Config(train_batch_size=5, seed=9))
    again.load_state_dict(json.loads(json.dumps(made.state_dict())))
    assert list(again) == list(made)


class Config(dict):
    """Entries by name and by attribute, as verl's configuration has them."""

    __getattr__ = dict.__getitem__


class Tensor:
    """As much of a tensor as is asked for."""

    def __init__(self, values):
        self.values = values

    def cpu(self):
        return self

    def numpy(self):
        return self.values


@pytest.mark.slow
def test_the_example_of_pytorch_runs_twice(tmp_path):
    pytest.importorskip("torch")
    environment = {**os.environ, "PYTHONPATH": str(Path(gradus.__file__).parents[1])}
    for seen in (400, 800):
        done = subprocess.run(
            [sys.executable, str(SNIPPETS / "prompts_torch.py")],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert int(done.stdout.split()[0]) == seen


TINY = """
import copy
import importlib.util
import json
import sys

from datasets import Dataset
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast
from trl import GRPOConfig

spec = importlib.util.spec_from_file_location("prompts_trl", sys.argv[1])
taught = importlib.util.module_from_spec(spec)
spec.loader.exec_module(taught)
words = {word: i for i, word in enumerate(["<pad>", "<eos>", "<unk>", *map(str, range(20)), "+", "="])}
table = Tokenizer(models.WordLevel(words, unk_token="<unk>"))
table.pre_tokenizer = pre_tokenizers.Whitespace()
names = {"pad_token": "<pad>", "eos_token": "<eos>", "unk_token": "<unk>"}
tokenizer = PreTrainedTokenizerFast(tokenizer_object=table, padding_side="left", **names)
sizes = {"vocab_size": len(words), "n_layer": 1, "n_head": 2, "n_embd": 16, "n_positions": 64}
model = GPT2LMHeadModel(GPT2Config(eos_token_id=1, bos_token_id=1, pad_token_id=0, **sizes))
rows = [{"prompt": f"{i // 5} + {i % 5} =", "row": i} for i in range(25)]
given = GRPOConfig(
    output_dir="out", per_device_train_batch_size=8, num_generations=4, max_completion_length=4,
    max_steps=4, save_steps=2, report_to=[], use_cpu=True, bf16=False,
)
asked = []


def judge(completions, prompts, **_):
    asked.append(prompts)
    return [float(len(c) % 2) for c in completions]


def run(checkpoint=None):
    global trainer
    trainer = taught.TaughtGRPOTrainer(
        model=copy.deepcopy(model), reward_funcs=[taught.taught(judge, lambda: trainer)], args=given,
        train_dataset=Dataset.from_list(rows), processing_class=tokenizer,
    )
    trainer.train(resume_from_checkpoint=checkpoint)
    return json.dumps(trainer.sampler.state_dict())


whole = run()
print("observed", int(trainer.sampler.plays.sum()))
print("again", run("out/checkpoint-2") == whole, asked[4:] == asked[2:4])
"""


@pytest.mark.slow
def test_trl_trains_a_tiny_model_on_prompts_of_a_teacher(tmp_path):
    pytest.importorskip("trl")
    environment = {**os.environ, "PYTHONPATH": str(Path(gradus.__file__).parents[1])}
    words = [sys.executable, "-c", TINY, str(SNIPPETS / "prompts_trl.py")]
    done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    said = [line for line in done.stdout.splitlines() if line.startswith(("observed", "again"))]
    assert int(said[0].split()[1]) >= 16
    assert said[1] == "again True True"


@pytest.mark.slow
def test_a_real_verl_makes_updates_and_resumes_the_sampler():
    """What its trainer does around the sampler, with its own parts; no model."""
    pytest.importorskip("verl.experimental.dataset.sampler", reason="verl 0.5 to 0.7 is not installed")
    import torch
    from omegaconf import OmegaConf
    from torchdata.stateful_dataloader import StatefulDataLoader
    from verl import DataProto
    from verl.experimental.dataset.sampler import AbstractSampler
    from verl.utils.import_utils import load_extern_object

    prompts = [{"extra_info": {"index": row}} for row in range(40)]
    chosen = {"class_path": str(SNIPPETS / "prompts_verl.py"), "class_name": "TaughtSampler"}
    config = OmegaConf.create(
        {"sampler": chosen, "train_batch_size": 5, "seed": 1, "dataloader_num_workers": 0, "shuffle": True}
    )

    def loader():
        sampler = load_extern_object(config.sampler.class_path, config.sampler.class_name)(
            data_source=prompts, data_config=config
        )
        assert isinstance(sampler, AbstractSampler)
        return StatefulDataLoader(
            prompts, batch_size=5, num_workers=0, drop_last=True, collate_fn=list, sampler=sampler
        )

    def step(given, batch):
        info = np.array([row["extra_info"] for row in batch for _ in range(4)], dtype=object)
        scores = torch.tensor([[0.0, float(one["index"] % 2)] for one in info])
        proto = DataProto.from_dict({"token_level_scores": scores}, non_tensors={"extra_info": info})
        given.sampler.update(proto)
        return [row["extra_info"]["index"] for row in batch]

    first, seen = loader(), []
    assert len(first) == 8
    for number, batch in enumerate(first):
        seen.append(step(first, batch))
        if number == 2:
            saved = json.loads(json.dumps(first.sampler.state_dict()))
    assert first.sampler.teacher.plays.sum() == 8 * 5 * 4
    again = loader()
    again.sampler.load_state_dict(saved)
    assert [step(again, batch) for batch in again] == seen[3:]
