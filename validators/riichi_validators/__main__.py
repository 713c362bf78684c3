"""`python -m riichi_validators`: write again the pages in docs/ that are generated.

They are kept in git, where people read them; tests say when one is old.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from riichi_validators import adapters, conformance, coverage, record_tables, rulesets

PAGES: Mapping[Path, Callable[[], str]] = {
    record_tables.FILE: record_tables.page,
    coverage.FILE: coverage.page,
    rulesets.FILE: rulesets.page,
    adapters.FILE: adapters.page,
}


def main() -> None:
    """Write every generated page and say which."""
    for file, page in PAGES.items():
        file.write_text(page(), encoding="utf-8")
        print(file)
    for file in conformance.write():
        print(file)


if __name__ == "__main__":
    main()
