"""TRL: GRPO whose prompts a teacher chooses; the reward function says how they went. Checkpoints go on exactly."""

import json
from pathlib import Path

from trl import GRPOTrainer

from gradus.teachers.sampler import DatasetTeacher


class TaughtGRPOTrainer(GRPOTrainer):
    """Takes its prompts from a teacher; the dataset needs a column ``row`` with the numbers of its rows."""

    def _get_train_sampler(self, dataset=None):
        self.sampler = DatasetTeacher(
            dataset if dataset is not None else self.train_dataset,
            self.args.seed,
            method="learnability",
            batch=self.args.generation_batch_size // self.num_generations,
            repeat_each=self.num_generations,
            repeat_batch=self.num_iterations * self.args.steps_per_generation,
        )
        return self.sampler

    def _save_checkpoint(self, model, trial):
        super()._save_checkpoint(model, trial)
        folder = Path(self._get_output_dir(trial=trial), f"checkpoint-{self.state.global_step}")
        (folder / "sampler.json").write_text(json.dumps(self.sampler.state_dict()))

    def _load_optimizer_and_scheduler(self, checkpoint):
        super()._load_optimizer_and_scheduler(checkpoint)
        if checkpoint is not None:
            state = json.loads(Path(checkpoint, "sampler.json").read_text())
            # The trainer begins an epoch again and passes over what it has trained on.
            self.sampler.load_state_dict(state, epoch_again=self.state.epoch % 1 > 0)


def taught(reward, trainer):
    """A reward function from 0 to 1 that also tells the trainer's teacher; ``trainer`` is a function that gives it."""

    def call(row, **given):
        scores = reward(**given)
        trainer().sampler.observe(row, scores)
        return scores

    call.__name__ = getattr(reward, "__name__", "taught")
    return call
