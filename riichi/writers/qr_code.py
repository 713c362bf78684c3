"""Draw the QR code of an address (ISO/IEC 18004: bytes, level L, versions 1 to 5, one block)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from riichi.writers.drawings import SVG

VERSIONS = ((19, 7), (34, 10), (55, 15), (80, 20), (108, 26))
"""The numbers of bytes and of check bytes of each version, from 1."""

LONGEST = VERSIONS[-1][0] - 2
"""The maximum number of bytes of a text."""

FORMAT = 0b111011111000100
"""The bits that name level L and the mask, which turns each second module; with check bits."""

QUIET = 4
"""The empty space on each side, in modules."""

Module = tuple[int, int]
"""A row and a column."""


def qr_code(text: str) -> str:
    """Return the QR code of a text of at most `LONGEST` bytes, as SVG."""
    dark = dark_modules(text.encode())
    size = 1 + 2 * QUIET + max(row for row, _ in dark)
    path = "".join(f"M{column + QUIET} {row + QUIET}h1v1h-1z" for row, column in sorted(dark))
    white = f'<path fill="#fff" d="M0 0h{size}v{size}H0z"/>'
    return f'<svg xmlns="{SVG}" viewBox="0 0 {size} {size}">{white}<path d="{path}"/></svg>'


def dark_modules(data: bytes) -> set[Module]:
    """Return the dark modules of the smallest code with room for the data."""
    version, (room, checks) = next(
        (number, sizes) for number, sizes in enumerate(VERSIONS, 1) if sizes[0] >= len(data) + 2
    )
    number = int.from_bytes(bytes([4, len(data), *data])) << 4  # 4 says that bytes follow
    padding = b"\xec\x11" * room
    content = [*number.to_bytes(len(data) + 2), *padding[: room - len(data) - 2]]
    bits = iter("".join(f"{byte:08b}" for byte in (*content, *_check_bytes(content, checks))))
    modules = _fixed(version)
    for module in _in_order(4 * version + 17):
        if module not in modules:
            modules[module] = (next(bits, "0") == "1") != (sum(module) % 2 == 0)
    return {module for module, is_dark in modules.items() if is_dark}


def _fixed(version: int) -> dict[Module, bool]:
    """Return the modules that do not depend on the data, and whether each is dark."""
    size = 4 * version + 17
    inside = range(size)
    fixed = {(6, place): place % 2 == 0 for place in inside}
    fixed |= {(place, 6): place % 2 == 0 for place in inside}
    squares = [(3, 3, 4), (3, size - 4, 4), (size - 4, 3, 4)]
    squares += [(size - 7, size - 7, 2)] if version > 1 else []
    for middle_row, middle_column, reach in squares:
        for row, column in product(range(-reach, reach + 1), repeat=2):
            if middle_row + row in inside and middle_column + column in inside:
                ring = max(abs(row), abs(column))
                fixed[middle_row + row, middle_column + column] = ring not in (reach - 2 or 1, 4)
    around = [(8, place) for place in (0, 1, 2, 3, 4, 5, 7, 8)]
    around += [(place, 8) for place in (7, 5, 4, 3, 2, 1, 0)]
    along = [(size - place, 8) for place in range(1, 8)]
    along += [(8, size - place) for place in range(8, 0, -1)]
    for bit, one, other in zip(f"{FORMAT:b}", around, along, strict=True):
        fixed[one] = fixed[other] = bit == "1"
    fixed[size - 8, 8] = True
    return fixed


def _in_order(size: int) -> Iterator[Module]:
    """Yield the modules in the order of the data: two columns at a time, up and down in turn."""
    for turn, right in enumerate((*range(size - 1, 6, -2), 5, 3, 1)):
        for row in range(size)[:: 1 if turn % 2 else -1]:
            yield from ((row, right), (row, right - 1))


def _check_bytes(content: Sequence[int], count: int) -> list[int]:
    """Return the check bytes: the remainder after division by the polynomial of that degree."""
    divisor, root = [1], 1
    for _ in range(count):
        longer = zip([*divisor, 0], [0, *divisor], strict=True)
        divisor = [one ^ _multiplied(other, root) for one, other in longer]
        root = _multiplied(root, 2)
    rest = [*content, *[0] * count]
    for place in range(len(content)):
        factor = rest[place]
        for power, value in enumerate(divisor, place):
            rest[power] ^= _multiplied(value, factor)
    return rest[len(content) :]


def _multiplied(one: int, other: int) -> int:
    """Return a product in the field of 256 elements of QR codes."""
    result = 0
    while other:
        result ^= one * (other & 1)
        one = one << 1 ^ (one >> 7) * 0x11D
        other >>= 1
    return result
