"""Seeds are NumPy's seed sequences, whatever the seed and the key; every record depends on it."""

from __future__ import annotations

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from gradus.school import Sampler
from gradus.school.seeds import seed_of

SEEDS = st.integers(0, 2**32 - 1) | st.integers(0, 2**200)
KEYS = st.lists(st.integers(0, 2**32 - 1) | st.integers(0, 2**80), max_size=4)


@given(SEEDS, KEYS)
@example(0, [])
@example(2**128, [])
@example(2**160 + 1, [0, 2**32])
@example(7, [2**32 - 1, 2**32 - 1, 0])
def test_the_words_of_a_seed_sequence(seed, key):
    words = np.random.SeedSequence(seed, spawn_key=tuple(key)).generate_state(4)
    assert seed_of(seed, tuple(key)) == int.from_bytes(words.tobytes(), "little")


def test_a_sampler_draws_what_pythons_generator_draws_and_goes_on_from_its_state():
    from random import Random

    python, ours = Random(seed_of(3, (5, 7))), Sampler(3, (5, 7))
    assert [ours.below(2**30) for _ in range(1000)] == [python.getrandbits(30) for _ in range(1000)]
    version, words, gauss = python.getstate()
    assert ours.state() == [version, list(words), gauss]
    again = Sampler(0)
    again.restore(ours.state())
    assert again.below(2**30) == python.getrandbits(30)
