"""Parts of the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from riichi_app.locale import Locale
from riichi_app.pages.examples import Example, WinningHand
from riichi_core.comparison.comparison import Comparison
from riichi_core.hands.win import Win
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scoring.explain import Explanation
from riichi_programs.export import Export


def differences_html(base: Ruleset, ruleset: Ruleset, tr: Locale) -> str:
    """Return what a ruleset has otherwise than its base."""
    return f'<ul lang="{tr.language}">{len(ruleset.changes)} {escape(base.title)}</ul>'


def examples_html(
    examples: Mapping[str, Example], labels: Sequence[str], tr: Locale
) -> dict[str, str]:
    """Return by option an example of the difference."""
    return {
        path: f'<p lang="{tr.language}">{escape(one.says)} {len(labels)}</p>'
        for path, one in examples.items()
    }


def hands_html(hands: Sequence[WinningHand | Win], tr: Locale) -> str:
    """Return hands that won."""
    wins = (one if isinstance(one, Win) else one.win for one in hands)
    return "".join(f'<p lang="{tr.language}">{one.hand} {one.tile}</p>' for one in wins)


def compare_html(
    found: Comparison, examples: Mapping[str, Example], tr: Locale, *, everything: bool = False
) -> str:
    """Return rulesets side by side."""
    rows = found.shown(everything=everything)
    return f'<p lang="{tr.language}">{len(rows)} {len(examples)}</p>'


def score_html(found: Sequence[Explanation], tr: Locale) -> str:
    """Return one win under several rulesets."""
    return f'<p lang="{tr.language}">{len(found)}</p>'


def export_html(found: Export, tr: Locale) -> str:
    """Return what gets lost of a ruleset on its way to another program."""
    return f'<p lang="{tr.language}">{len(found.lost)}</p>'
