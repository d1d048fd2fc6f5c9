"""Choosers: the three kinds agree, and sampling is uniform and independent of the hash seed."""

from collections import Counter
from fractions import Fraction

import pytest

from gradus.school import Recorder, Replayer, Sampler, Ticket, UserError, branches, distribution


def a_small_game(pick):
    letters = pick.sample("abc", 2)
    return letters, pick.chance(1, 3), pick.between(5, 6), pick.shuffled((1, 2)), pick.letters("xy", 1)


def test_every_branch_is_visited_once_and_probabilities_sum_to_one():
    found = list(branches(a_small_game))
    assert len(found) == 6 * 3 * 2 * 2 * 2
    assert sum(p for _, p in found) == 1


def test_sampled_frequencies_agree_with_the_exact_distribution():
    exact = distribution(a_small_game)
    n = 40_000
    pick = Sampler(0)
    seen = Counter(a_small_game(pick) for _ in range(n))
    assert set(seen) == set(exact)
    chi_square = sum((seen[k] - n * float(p)) ** 2 / (n * float(p)) for k, p in exact.items())
    assert chi_square < len(exact) + 5 * (2 * len(exact)) ** 0.5


def test_unequal_branches_keep_exact_weights():
    exact = distribution(lambda pick: pick.below(3) if pick.chance(1, 2) else 9)
    assert exact == {0: Fraction(1, 6), 1: Fraction(1, 6), 2: Fraction(1, 6), 9: Fraction(1, 2)}


def test_a_recording_replays_and_notices_a_changed_question():
    recorder = Recorder(Sampler(7))
    first = a_small_game(recorder)
    assert a_small_game(Replayer(recorder.choices)) == first
    with pytest.raises(UserError, match="recorded below"):
        Replayer(recorder.choices).below(99)
    with pytest.raises(UserError, match="only 0 choices"):
        Replayer([]).below(2)


def test_sampler_state_continues_exactly():
    pick = Sampler(3)
    pick.below(1000)
    state = pick.state()
    expected = [pick.below(1000) for _ in range(50)]
    other = Sampler(99)
    other.restore(state)
    assert [other.below(1000) for _ in range(50)] == expected


def test_instances_differ_by_seed_task_and_count_and_seed_zero_is_a_seed():
    def draws(ticket, block=None):
        pick = Sampler.for_ticket(ticket, block)
        return tuple(pick.below(2**30) for _ in range(4))

    tickets = [Ticket("a", 0, 0, 0), Ticket("a", 1, 0, 0), Ticket("b", 0, 0, 0), Ticket("a", 0, 5, 1)]
    assert len({draws(t) for t in tickets}) == 4
    assert draws(Ticket("a", 0, 0, 0)) == draws(Ticket("a", 0, 17, 0)), (
        "the serial does not change the instance"
    )
    assert draws(tickets[0], 0) == draws(tickets[3], 0) != draws(tickets[0], 1)


def test_the_stream_of_draws_is_pinned():
    """The promise `same seed, same bytes` across releases: these values may never change."""
    pick = Sampler(0, (1, 2))
    assert [pick.below(100) for _ in range(8)] == PINNED


PINNED = [30, 81, 0, 99, 98, 25, 7, 92]


@pytest.mark.parametrize("n", [0, -3])
def test_nothing_to_choose_from_is_an_error(n):
    with pytest.raises(UserError, match="nothing to choose"):
        Sampler(0).below(n)


def test_sampling_too_many_and_too_many_branches_are_errors():
    with pytest.raises(UserError, match="Cannot draw 3 of 2"):
        Sampler(0).sample("ab", 3)
    with pytest.raises(UserError, match="More than 10 branches"):
        list(branches(lambda pick: pick.below(100), limit=10))
