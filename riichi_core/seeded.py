"""A random number generator whose sequence is the same everywhere.

Randomness is an input. The same seed gives the same wall or plan on every machine and in every
version of Python; the standard library does not promise this for its shuffles. The algorithm is
SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from struct import unpack
from typing import TypeVar

T = TypeVar("T")

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
_FORK_STEP = 0xD1B54A32D192ED03
"""An odd number, so that all forks of a seed differ."""

_LANES = 256
"""The most numbers that are mixed at once, in lanes of 128 bits of one long integer."""
_ONES = int.from_bytes((1).to_bytes(16, "little") * _LANES, "little")
_STEPS = int.from_bytes(
    b"".join((n * _STEP & _MASK).to_bytes(16, "little") for n in range(1, _LANES + 1)), "little"
)

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
        self.skip(1)
        return _mixed(self._state, _MASK)

    def numbers(self, count: int) -> list[int]:
        """Return the next 64-bit numbers; many at once take a fifth of the time."""
        return [*chain.from_iterable(
            self._lanes(min(_LANES, count - done)) for done in range(0, count, _LANES)
        )]  # fmt: skip

    def _lanes(self, count: int) -> tuple[int, ...]:
        """Return the next numbers, mixed in one long integer; at most `_LANES`."""
        ones = _ONES >> 128 * (_LANES - count)
        mask = ones * _MASK
        mixed = _mixed((self._state * ones + (_STEPS & mask)) & mask, mask)
        self.skip(count)
        return unpack(f"<{2 * count}Q", mixed.to_bytes(16 * count, "little"))[::2]

    def skip(self, count: int) -> None:
        """Leave out the next numbers."""
        self._state = (self._state + count * _STEP) & _MASK

    def fork(self, number: int) -> SeededRandom:
        """Return an independent generator for one of many parts."""
        return SeededRandom(SeededRandom(self._state + number * _FORK_STEP).number())

    def below(self, end: int) -> int:
        """Return a number from 0 to `end` - 1; for small ends, all are equally likely."""
        return self.number() % end

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Return the items in random order."""
        mixed = list(items)
        numbers = self.numbers(len(mixed) - 1)
        for last, number in zip(range(len(mixed) - 1, 0, -1), numbers, strict=True):
            other = number % (last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed


def _mixed(state: int, mask: int) -> int:
    """Return the number of a state, or of each state in the lanes that a mask has ones in."""
    mixed = ((state ^ (state >> 30)) & mask) * 0xBF58476D1CE4E5B9 & mask
    mixed = ((mixed ^ (mixed >> 27)) & mask) * 0x94D049BB133111EB & mask
    return (mixed ^ (mixed >> 31)) & mask
