"""The hands that show the rules of recorded games: drawn, with the outcome under other rules."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from riichi.content.examples import WinningHand, hand_lines
from riichi.content.game import end_text, round_text, signed_text
from riichi.fitting.space import value_text
from riichi.games.infer.inferred import Excluded, Finding, Inferred
from riichi.games.infer.oracle import Deal, Recording, finals, replay_recording
from riichi.games.infer.search import Evidence
from riichi.games.replay.deal_history import DealHistory
from riichi.locale import Locale
from riichi.writers.model import Block, Heading, Note, Styled, TextLine
from riichi_core.hands.win import Win
from riichi_core.language import Translator
from riichi_core.rules.options import describe_value
from riichi_core.rules.rules import Rules, options
from riichi_core.scoring.points import LIMIT_NAMES, Points
from riichi_core.settlement.ending import Wins
from riichi_core.tiles import Wind


def proof_blocks(inferred: Inferred, tr: Locale) -> Iterator[Block]:
    """Yield each value that differs or is certain, with the hand that shows it."""
    shown = [*inferred.different, *inferred.with_status("solved", "shown")]
    proved = {
        finding.path: finding
        for finding in shown
        if finding.status != "stated" and (finding.against or finding.once)
    }
    if proved:
        yield Heading((tr("The hands that show it"),))
    for path, finding in proved.items():
        if path in options():
            yield Heading((tr(options()[path].title),), level=3)
            yield Note(tuple(_lines(inferred, finding, tr)))


def _lines(inferred: Inferred, finding: Finding, tr: Locale) -> Iterator[TextLine]:
    rules, path = inferred.rules, finding.path
    text, evidence = _clearest(inferred, finding)
    yield (describe_value(options()[path], rules.value(path), tr),)
    deal: Deal = evidence.recording
    problem = tr(evidence.objection.message).split("\n", 1)[0]
    if not isinstance(deal, Recording):  # a score sheet: nothing to replay
        yield (tr("{file}, hand {n}: {problem}", file=deal.source, n=deal.index + 1,
                  problem=problem),)  # fmt: skip
        return
    here = replay_recording(deal, rules)
    place = tr("{file}, hand {n} ({round})", file=deal.source, n=deal.index + 1,
               round=round_text(here.before, tr))  # fmt: skip
    yield (Styled(place, "emphasis"),)
    yield from _hands(here, tr)
    names = {seat: deal.game.names[here.before.player(seat)] for seat in Wind}
    changed = _with_value(rules, path, text)
    there = None if changed is None else replay_recording(deal, changed)
    if changed is None or there is None or not there.finished:
        happened, other = _outcome(here, names, tr), ""
    elif evidence.objection.kind == "results":
        results = [[final.result for final in finals(*one)]
                   for one in ((here, rules), (there, changed))]  # fmt: skip
        happened, other = (_points_text(points, deal.game.names, tr) for points in results)
    else:
        happened, other = _outcome(here, names, tr), _outcome(there, names, tr)
    yield (tr("What happened: {outcome}", outcome=happened),)
    if other in ("", happened):
        other = problem
    says = text if changed is None else describe_value(options()[path], changed.value(path), tr)
    yield (tr("Otherwise (“{rule}”): {outcome}", rule=says, outcome=other),)


def _clearest(inferred: Inferred, finding: Finding) -> tuple[str, Evidence[Recording]]:
    """Return an excluded value and a hand: the base's value, or one with other payments."""
    against: Excluded = finding.against or finding.once
    base = value_text(inferred.base.rules, finding.path)
    text = base if base in against else min(against, key=lambda text: _clarity(text, against))
    return text, against[text][0]


def _clarity(text: str, against: Excluded) -> tuple[bool, bool]:
    """Return a sort key: whole values first, then hands with other payments."""
    return text[0].isalpha(), against[text][0].objection.kind not in ("deltas", "scores")


def _with_value(rules: Rules, path: str, text: str) -> Rules | None:
    """Return rules with another value; None if the text is the value of a part."""
    with suppress(ValueError):
        value: Any = json.loads(text)
        return rules.changed({path: value})
    return None


def _hands(history: DealHistory, tr: Translator) -> Iterator[TextLine]:
    end = history.end.ending
    wins = end.wins if isinstance(end, Wins) else ()
    several = len(wins) > 1
    yield from hand_lines(
        (
            WinningHand(tr(str(win.seat).capitalize()) if several else "", win)
            for win in wins
            if isinstance(win, Win)
        ),
        tr,
    )


def _outcome(history: DealHistory, names: dict[Wind, str], tr: Translator) -> str:
    """Return how a hand ended, the worth of each win, and the payments."""
    end, settled = history.end.ending, history.settlement
    if end is None or settled is None:
        return tr("play continues")
    parts = [end_text(end, settled.winners, sorted(settled.offenders), names, tr)]
    for score in settled.scores.values():
        if score.yakuman:
            parts.append(tr.counted("yakuman", "{n} yakuman", score.yakuman))
        elif score.han is not None:
            parts.append(tr("{han} han {fu} fu", han=score.han, fu=score.fu))
        if score.limit:
            parts.append(tr(LIMIT_NAMES[score.limit]))
    players = [names[history.before.seat(player)] for player in range(4)]
    return ", ".join([*parts, _points_text(history.settled_deltas, players, tr)])


def _points_text(points: Sequence[Points], names: Sequence[str], tr: Translator) -> str:
    """Return the points that players get or lose."""
    return ", ".join(
        f"{name} {signed_text(each, tr)}" for name, each in zip(names, points, strict=True) if each
    )
