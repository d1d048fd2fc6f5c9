"""TRL: GRPO whose prompts a teacher chooses; the reward function says how they went."""

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


def taught(reward, trainer):
    """A reward function from 0 to 1 that also tells the trainer's teacher; ``trainer`` is a function that gives it."""

    def call(row, **given):
        scores = reward(**given)
        trainer().sampler.observe(row, scores)
        return scores

    call.__name__ = getattr(reward, "__name__", "taught")
    return call
