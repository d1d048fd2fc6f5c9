"""Seeds for generators: the words of a seed sequence, stirred word by word so that what runs share is stirred once.

The words are those of ``numpy.random.SeedSequence(seed, spawn_key=key)``, which every record was drawn from. A run
opens thousands of instances whose keys begin alike; going on from there costs a third of beginning anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

# All numbers here are those of O'Neill's seed_seq as NumPy's SeedSequence has them, whose seeds are promised to stay.
_POOL = 4
_MASK = 0xFFFFFFFF
_HASH, _HASH_STEP = 0x43B0D7E5, 0x931E8875
_DRAW, _DRAW_STEP = 0x8B51F9DD, 0x58F38DED
_KEEP, _TAKE = 0xCA01F9DD, 0x4973F715

_Stirred = tuple[tuple[int, ...], int]
"""The pool, and the constant that the next word is hashed with."""


def seed_of(seed: int, key: Sequence[int] = ()) -> int:
    """128 bits for a generator: the first four words of the seed sequence, the lowest first.

    >>> seed_of(0, (1, 2)) == seed_of(0, (1, 3))
    False
    """
    if not key:
        return _drawn(_poured(seed, False)[0])
    stirred = _begun(seed, key[0])
    for number in key[1:]:
        stirred = _added(stirred, number)
    return _drawn(stirred[0])


@lru_cache(maxsize=4096)
def _begun(seed: int, first: int) -> _Stirred:
    """What all keys that begin with ``first`` share."""
    return _added(_poured(seed, True), first)


def _poured(seed: int, filled_up: bool) -> _Stirred:
    """The pool of a seed; before a key it is filled up with zeros, so that no key can pass for a part of the seed."""
    words = _words(seed)
    if filled_up:
        words += [0] * (_POOL - len(words))
    constant, pool = _HASH, []
    for word in (words + [0] * _POOL)[:_POOL]:
        value, constant = _hashed(word, constant)
        pool.append(value)
    for source in range(_POOL):
        for target in range(_POOL):
            if source != target:
                value, constant = _hashed(pool[source], constant)
                pool[target] = _mixed(pool[target], value)
    stirred = tuple(pool), constant
    for word in words[_POOL:]:
        stirred = _stirred(stirred, word)
    return stirred


def _added(stirred: _Stirred, number: int) -> _Stirred:
    """A number of a key stirred in."""
    if 0 <= number <= _MASK:
        return _stirred(stirred, number)
    for word in _words(number):
        stirred = _stirred(stirred, word)
    return stirred


def _stirred(stirred: _Stirred, word: int) -> _Stirred:
    """One more word stirred in; written out, since a run does it for every instance."""
    pool, constant = stirred
    mixed = []
    for old in pool:
        value = word ^ constant
        constant = constant * _HASH_STEP & _MASK
        value = value * constant & _MASK
        value = _KEEP * old - _TAKE * (value ^ value >> 16) & _MASK
        mixed.append(value ^ value >> 16)
    return tuple(mixed), constant


def _hashed(word: int, constant: int) -> tuple[int, int]:
    value = word ^ constant
    constant = constant * _HASH_STEP & _MASK
    value = value * constant & _MASK
    return value ^ value >> 16, constant


def _mixed(old: int, value: int) -> int:
    mixed = _KEEP * old - _TAKE * value & _MASK
    return mixed ^ mixed >> 16


def _drawn(pool: tuple[int, ...]) -> int:
    constant, number, shift = _DRAW, 0, 0
    for word in pool:
        value = word ^ constant
        constant = constant * _DRAW_STEP & _MASK
        value = value * constant & _MASK
        number |= (value ^ value >> 16) << shift
        shift += 32
    return number


def _words(number: int) -> list[int]:
    """A number in words of 32 bits, the lowest first."""
    words = [number & _MASK]
    while number := number >> 32:
        words.append(number & _MASK)
    return words
