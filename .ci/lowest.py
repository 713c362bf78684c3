"""Print the lowest version of everything that pyproject.toml names, as constraints for pip."""

import re
import tomllib
from pathlib import Path

PROJECT = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]

for requirement in PROJECT["dependencies"] + PROJECT["optional-dependencies"]["dev"]:
    if found := re.match(r"([\w-]+)>=([\d.]+)", requirement):
        print(f"{found[1]}=={found[2]}")
