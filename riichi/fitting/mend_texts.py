"""The texts of fixes that fit results."""

from __future__ import annotations

from collections.abc import Mapping

from riichi_core.language import Translatable

MEND_TEXTS: Mapping[str, Translatable] = {
    "scores": "use the rules that these scores need",
    "results": "use the rules that these results need",
}
"""The texts of fixes, by the kind of an objection."""
