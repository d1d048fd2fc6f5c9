"""verl: a curriculum sampler; name this file and class under ``data.sampler`` in its configuration."""

import numpy as np
from verl.experimental.dataset.sampler import AbstractCurriculumSampler

from gradus.teachers.sampler import DatasetTeacher


class TaughtSampler(AbstractCurriculumSampler):
    """verl calls ``update`` after each step; rows of the dataset need their number under ``extra_info.index``."""

    def __init__(self, data_source, data_config):
        self.teacher = DatasetTeacher(
            data_source, data_config.get("seed") or 0, batch=data_config.train_batch_size
        )

    def __len__(self):
        return len(self.teacher)

    def __iter__(self):
        return iter(self.teacher)

    def update(self, batch):
        rows = np.array([info["index"] for info in batch.non_tensor_batch["extra_info"]])
        scores = batch.batch["token_level_scores"].sum(-1).cpu().numpy()
        self.teacher.observe(rows, np.clip(scores, 0.0, 1.0))

    def state_dict(self):
        return self.teacher.state_dict()

    def load_state_dict(self, state):
        self.teacher.load_state_dict(state)
