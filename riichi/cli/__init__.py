"""The `riichi` command."""

import sys
from importlib.util import find_spec

PACKAGES = {
    "click": "click",
    "filelock": "filelock",
    "jinja2": "jinja2",
    "pydantic": "pydantic",
    "typing_extensions": "typing-extensions",
    "yaml": "pyyaml",
}
"""The third-party modules that every call may need, and their names on PyPI."""

if _missing := [package for module, package in PACKAGES.items() if find_spec(module) is None]:
    _names = " ".join(_missing)
    sys.exit(f"Error: riichi needs packages that are missing; run: pip install {_names}")
