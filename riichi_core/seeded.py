"""A random number generator whose sequence is the same everywhere.

Randomness is an input. The same seed gives the same wall or plan on every machine and in every
version of Python; the standard library does not promise this for its shuffles. The algorithm is
SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
_FORK_STEP = 0xD1B54A32D192ED03
"""An odd number, so that all forks of a seed differ."""


LOWEST_SEED, HIGHEST_SEED = -(2**63), 2**64 - 1
"""The seeds of 64 bits, signed or unsigned, which every program that reads a log can hold."""


def fresh_seed() -> int:
    """Return a seed that nobody can guess, for a game whose seed is not given."""
    import secrets  # noqa: PLC0415 - most games have a seed

    return secrets.randbits(63)


class SeededRandom:
    """Random numbers determined by a seed."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def number(self) -> int:
        """Return the next 64-bit number."""
        self._state = mixed = (self._state + _STEP) & _MASK
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    def fork(self, number: int) -> SeededRandom:
        """Return an independent generator for one of many parts."""
        return SeededRandom(SeededRandom(self._state + number * _FORK_STEP).number())

    def below(self, end: int) -> int:
        """Return a number from 0 to `end` - 1; for small ends, all are equally likely."""
        return self.number() % end

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Return the items in random order."""
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.number() % (last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed
