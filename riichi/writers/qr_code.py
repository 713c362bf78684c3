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
"""The bits that name level L and the mask of `_is_masked`, with their check bits."""

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
    number = int.from_bytes(bytes([*b"\4", len(data), *data]))  # 4 bits say that bytes follow
    padding = [(0xEC, 0x11)[place % 2] for place in range(room - len(data) - 2)]
    content = [*(number << 4).to_bytes(len(data) + 2), *padding]
    fixed = _fixed(version)
    bits = (byte >> bit & 1 for byte in (*content, *_check_bytes(content, checks))
            for bit in range(7, -1, -1))  # fmt: skip
    free = [module for module in _in_order(4 * version + 17) if module not in fixed]
    return {module for module, is_dark in fixed.items() if is_dark} | {
        module for module in free if next(bits, 0) != _is_masked(module)
    }


def _is_masked(module: Module) -> bool:
    return sum(module) % 2 == 0


def _fixed(version: int) -> dict[Module, bool]:
    """Return the modules that do not depend on the data, and whether each is dark."""
    size = 4 * version + 17
    fixed = {}
    for place in range(size):  # the rows of turns between the finders
        fixed[6, place] = fixed[place, 6] = place % 2 == 0
    for middle_row, middle_column in ((3, 3), (3, size - 4), (size - 4, 3)):
        for row, column in product(range(-4, 5), repeat=2):
            module = middle_row + row, middle_column + column
            if all(0 <= place < size for place in module):
                fixed[module] = max(abs(row), abs(column)) not in (2, 4)
    if version > 1:
        for row, column in product(range(-2, 3), repeat=2):
            fixed[size - 7 + row, size - 7 + column] = max(abs(row), abs(column)) != 1
    around = [(8, place) for place in (0, 1, 2, 3, 4, 5, 7, 8)]
    around += [(place, 8) for place in (7, 5, 4, 3, 2, 1, 0)]
    along = [(size - place, 8) for place in range(1, 8)]
    along += [(8, size - place) for place in range(8, 0, -1)]
    for bit, modules in enumerate(zip(around, along, strict=True)):
        fixed |= dict.fromkeys(modules, bool(FORMAT >> (14 - bit) & 1))
    fixed[size - 8, 8] = True
    return fixed


def _in_order(size: int) -> Iterator[Module]:
    """Yield the modules in the order of the data: two columns at a time, up and down in turn."""
    upwards = True
    for right in (*range(size - 1, 6, -2), 5, 3, 1):
        for place in range(size):
            row = size - 1 - place if upwards else place
            yield from ((row, right), (row, right - 1))
        upwards = not upwards


def _check_bytes(content: Sequence[int], count: int) -> list[int]:
    """Return the check bytes: the remainder after division by the polynomial of that degree."""
    divisor, root = [1], 1
    for _ in range(count):
        divisor = [one ^ _multiplied(other, root)
                   for one, other in zip([*divisor, 0], [0, *divisor], strict=True)]  # fmt: skip
        root = _multiplied(root, 2)
    rest = [*content, *[0] * count]
    for place in range(len(content)):
        factor = rest[place]
        for power, value in enumerate(divisor):
            rest[place + power] ^= _multiplied(value, factor)
    return rest[len(content) :]


def _multiplied(one: int, other: int) -> int:
    """Return a product in the field of 256 elements of QR codes."""
    product_of_bits = 0
    while other:
        product_of_bits ^= one * (other & 1)
        one = one << 1 ^ (one >> 7) * 0x11D
        other >>= 1
    return product_of_bits
