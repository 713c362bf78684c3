"""`python -m riichi_validators`: write the generated pages in docs/.

Only short pages are in git, and a test fails if one is out of date. `make site` generates the
others (validators/riichi_validators/reference/pages.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from riichi_validators import adapters, conformance, glossary, rulesets

PAGES: Mapping[Path, Callable[[], str]] = {
    rulesets.FILE: rulesets.page,
    adapters.FILE: adapters.page,
    glossary.FILE: glossary.page,
}


def main() -> None:
    """Write every generated page, and print its path."""
    for file, page in PAGES.items():
        file.write_text(page(), encoding="utf-8")
        print(file)
    for file in conformance.write():
        print(file)


if __name__ == "__main__":
    main()
