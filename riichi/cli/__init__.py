"""The `riichi` command."""

import sys
from importlib.util import find_spec

NEEDED = ("click", "filelock", "jinja2", "pydantic", "segno", "typing_extensions", "yaml")
"""The third-party modules that every call may need."""

if _missing := ", ".join(module for module in NEEDED if find_spec(module) is None):
    sys.exit(f'Error: riichi needs {_missing}; run: pip install "riichi-core[cli]"')
