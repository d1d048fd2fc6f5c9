"""What is remembered of the present instance, and when it ends."""

from __future__ import annotations

from gradus.learners.gradual.knowledge.recall import Recall


def test_an_instance_in_which_nothing_was_right_does_not_end() -> None:
    recall = Recall(48, 100, 64)
    recall.learn("a", "X", True)
    recall.fail()
    recall.refute("b", "X")
    recall.fail()
    assert recall.wrong == {"b": ["X"]}
    recall.learn("b", "Y", True)
    recall.fail()
    assert recall.wrong == {}
