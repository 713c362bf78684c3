"""`python -m riichi_validators`: write again what is generated from the model."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from riichi_validators import (
    adapters,
    conformance,
    coverage,
    prepared_data,
    record_tables,
    records,
    rulesets,
    scenario_index,
    schema,
)

GENERATED: tuple[Callable[[], Iterable[Path]], ...] = (
    prepared_data.write,
    schema.write,
    records.write,
    record_tables.write,
    scenario_index.write,
    coverage.write,
    rulesets.write,
    adapters.write,
    conformance.write,
)
"""Each writes its files and names them."""


def main() -> None:
    """Write every generated file and say which."""
    for write in GENERATED:
        for path in write():
            print(path)


if __name__ == "__main__":
    main()
