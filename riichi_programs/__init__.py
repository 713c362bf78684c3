"""All that speaks to other programs: their configuration, and engines that are asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from riichi_programs.adapter import Adapter
from riichi_programs.pantheon import PANTHEON

ADAPTERS: Mapping[str, Adapter[Any]] = {one.id: one for one in (PANTHEON,)}
"""The programs whose configuration is known, by the words for them in commands."""
