"""The pages, written before anybody asks for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Engine = Literal["worker", "server"]


def pages(engine: Engine) -> Mapping[str, str]:
    """Return the pages by their file names."""
    return {"index.html": f'<!DOCTYPE html>\n<html lang="en"><body data-engine="{engine}">\n'}
