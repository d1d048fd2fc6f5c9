"""Memories of an instance, of earlier instances, and for good."""

from gradus.learners.gradual.memory import ARCHIVE, EpochMemory, LastingMemory


def fill(memory, table):
    for question, right in table.items():
        memory.learn(question, right)
        memory.confirm()


def test_a_switch_forgets_what_is_older_than_the_last_success():
    memory = EpochMemory()
    fill(memory, {"a": "1", "b": "2", "c": "3"})
    memory.learn("d", "4")
    memory.switch()
    assert memory.now == {"d": "4"}


def test_an_earlier_instance_is_recognised():
    memory = EpochMemory()
    fill(memory, {"a": "1", "b": "2", "c": "3"})
    memory.switch()
    assert memory.recall("b") == ""
    memory.learn("a", "1")
    assert memory.recall("b") == "2"
    memory.learn("c", "9")
    assert memory.recall("b") == ""


def test_the_archive_is_bounded():
    memory = EpochMemory()
    for number in range(3 * ARCHIVE):
        fill(memory, {key: f"{key}{number}" for key in "abcd"})
        memory.switch()
    assert len(memory.archive) == ARCHIVE


def test_lasting_pairs_grow_stronger_over_instances_only():
    lasting = LastingMemory()
    for _ in range(5):
        lasting.learn("q", "a", epoch=1)
    assert lasting.answer("q") == ("a", 1)
    lasting.learn("q", "a", epoch=2)
    assert lasting.answer("q") == ("a", 2)


def test_one_exception_does_not_overwrite_a_strong_pair():
    lasting = LastingMemory()
    for epoch in range(6):
        lasting.learn("q", "a", epoch)
    lasting.learn("q", "b", 7)
    assert lasting.answer("q")[0] == "a"


def test_a_pair_that_held_once_can_be_taken_back():
    memory = LastingMemory()
    memory.learn("q", "misread", 1)
    memory.learn("r", "well read", 1)
    memory.learn("r", "well read", 2)
    memory.forget("q", "misread")
    memory.forget("r", "well read")
    assert memory.answer("q") == ("", 0)
    assert memory.answer("r") == ("well read", 2)
