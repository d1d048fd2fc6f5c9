"""The recurrent learner: acts by sampling, learns every few steps from what happened since, and never looks back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from gradus.learners.recurrent.backend import to_numpy
from gradus.learners.recurrent.memory import pack, unpack
from gradus.learners.recurrent.network import Inputs, advance, draw, fresh
from gradus.learners.recurrent.settings import Settings
from gradus.learners.recurrent.update import Window, optimiser, update
from gradus.school import Sampler, UserError

FINE = 2**30
"""Steps between 0 and 1 among which a byte's chance is drawn."""


class RecurrentLearner:
    """An online actor-critic with one recurrent layer, trained by truncated backpropagation through time.

    It has no notion of turns, words, answers or tasks. Options are the fields of :class:`Settings`.
    """

    def __init__(self, seed: int = 0, **options: Any) -> None:
        try:
            self.settings = Settings(**options)
        except TypeError as error:
            raise UserError(f"The learner 'recurrent' does not take these options: {error}.") from error
        self._pick = Sampler(seed)
        self._params = fresh(seed, self.settings)
        self._opt_state = to_numpy(optimiser(self.settings).init(self._params))
        self._hidden = np.zeros(self.settings.width, np.float32)
        self._start = self._hidden
        """The hidden state before the window's first input."""
        self._known = np.zeros(256, bool)
        """Which bytes it has heard: it says no others."""
        self._said = 0
        self._rows: list[tuple[int, int, int, int]] = []
        """The window: heard, said before, its reward plus one, and what was said then."""

    def act(self, byte: int, reward: int) -> int:
        """A byte drawn from the actor; every ``window`` steps it learns first."""
        if len(self._rows) == self.settings.window:
            self._learn(byte, reward)
        self._known[byte] = True
        self._hidden = advance(self._params, self._hidden, Inputs(byte, self._said, reward + 1), np)
        said = draw(self._params, self._hidden, self._known, self._pick.below(FINE) / FINE)
        self._rows.append((byte, self._said, reward + 1, said))
        self._said = said
        return said

    def _learn(self, byte: int, reward: int) -> None:
        """Update from the window, now that the byte after its end is known; then begin the next one."""
        table = np.array([*self._rows, (byte, self._said, reward + 1, 0)], np.int32)
        seen = Inputs(table[:, 0], table[:, 1], table[:, 2])
        rewards = (table[1:, 2] - 1).astype(np.float32)
        window = Window(self._start, seen, table[:-1, 3], rewards, self._known)
        self._params, self._opt_state = to_numpy(update(self._params, self._opt_state, window, self.settings))
        self._rows, self._start = [], self._hidden

    def _arrays(self) -> dict[str, Any]:
        return {
            "params": self._params,
            "moments": self._opt_state,  # under the name that stored memories have
            "hidden": self._hidden,
            "start": self._start,
            "known": self._known,
        }

    def state(self) -> dict[str, Any]:
        """Weights, the optimiser's state, hidden states and the window so far."""
        rows = [list(row) for row in self._rows]
        return {"arrays": pack(self._arrays()), "said": self._said, "rows": rows, "pick": self._pick.state()}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Recall everything."""
        arrays = unpack(state["arrays"], self._arrays())
        self._params, self._opt_state = arrays["params"], arrays["moments"]
        self._hidden, self._start = arrays["hidden"], arrays["start"]
        self._known = np.array(arrays["known"])
        self._said = state["said"]
        self._pick.restore(state["pick"])
        self._rows = [(row[0], row[1], row[2], row[3]) for row in state["rows"]]
