"""A deal in play under several rulesets, in a few words: what happened that differs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from riichi_app.pages.deal_outcomes import (
    AFTER,
    SEATS,
    UNSETTLED,
    deal_words,
    differs,
    seat_name,
    seat_names,
)
from riichi_core.language import Text, Translator
from riichi_core.play.state import CAUSE_WORDS
from riichi_core.scenarios.kinds.kind import ResultJson
from riichi_core.tiles import parse_tiles

Acts = Mapping[str, Sequence[str]]
"""The acts of each seat, as they are written: `discard 5p`."""

DONE: dict[str, Text] = {
    "chow": "the chow of {seat} takes the tile",
    "pung": "the pung of {seat} takes the tile",
    "kong": "the kong of {seat} stands",
    "win": "the win of {seat} stands",
    "riichi": "the riichi of {seat} stands",
    "take": "{seat} takes the tile",
    "discard": "{seat} discards {tiles}",
}
"""Acts that are carried out here and not elsewhere."""

LATE: dict[str, Text] = {
    "chow": "the chow of {seat} comes too late",
    "pung": "the pung of {seat} comes too late",
    "kong": "the kong of {seat} comes too late",
    "win": "{seat} cannot win on that tile",
}
"""Acts that are refused because something else was done before."""

MAY: dict[str, Text] = {
    "discard": "{seat} may discard {tiles}",
    "riichi": "{seat} may declare riichi",
    "open_riichi": "{seat} may declare open riichi",
    "chow": "{seat} may call chow",
    "pung": "{seat} may call pung",
    "kong": "{seat} may make the kong {tiles}",
    "win": "{seat} may win",
    "take": "{seat} may take the tile",
    "nine_kinds": "{seat} may call the deal off",
    "tenpai": "{seat} may say tenpai",
    "noten": "{seat} may say noten",
    "draw": "{seat} may draw",
}

MAY_NOT: dict[str, Text] = {
    "discard": "{seat} may not discard {tiles}",
    "riichi": "{seat} may not declare riichi",
    "open_riichi": "{seat} may not declare open riichi",
    "chow": "{seat} may not call chow",
    "pung": "{seat} may not call pung",
    "kong": "{seat} may not make the kong {tiles}",
    "win": "{seat} may not win",
    "take": "{seat} may not take the tile",
    "nine_kinds": "{seat} may not call the deal off",
    "tenpai": "{seat} may not say tenpai",
    "noten": "{seat} may not say noten",
    "draw": "{seat} may not draw",
}

ENDS: dict[str, Text] = {
    "exhaustive_draw": "the deal is drawn",
    "chombo": "the deal ends in a chombo",
    "dealt_again": "the tiles are dealt again",
}

STATES: dict[str, Text] = {
    "furiten": "furiten: {seats}",
    "tenpai": "tenpai: {seats}",
    "riichi": "riichi: {seats}",
    "ippatsu": "ippatsu: {seats}",
}


def play_words(
    one: ResultJson,
    results: Sequence[ResultJson],
    moments: Sequence[Mapping[str, Any] | str],
    tr: Translator,
) -> Iterator[str]:
    """Yield what differs in a deal: what was carried out or refused, and what came of it.

    Args:
        one: the result that is told.
        results: those of all rulesets in which the deal can be.
        moments: what was done in it, as the scenario has it.
        tr: the language.
    """
    ended = one["end"] in ("chombo", "abortive_draw", "dealt_again")
    told = [] if ended else list(_decided(one, results, moments, tr))
    yield from told
    if differs("end", results) or differs("settled", results):
        yield from _ended(one, results, tr, told=bool(told))
        return
    if not told and differs("awaited", results):
        yield tr(one["awaited"])
        return
    if not told or one["dead_hands"]:
        yield from _stands(one, results, tr)


# ---- what was carried out or refused -------------------------------------------------------------


def _decided(
    one: ResultJson,
    results: Sequence[ResultJson],
    moments: Sequence[Mapping[str, Any] | str],
    tr: Translator,
) -> Iterator[str]:
    """Yield the first acts that are refused under some rulesets only; later ones follow of them."""
    refused = [_refused(each) for each in results]
    some = {act for each in refused for act in each if any(act not in other for other in refused)}
    first = min((number for number, _ in some), default=0)
    for number, seat in sorted(some):
        if number != first:
            continue
        word, _, tiles = _text(moments[number - 1], seat).partition(" ")
        if (why := _refused(one).get((number, seat))) is not None:
            late = word in LATE and not why.startswith(f"{seat} may not")
            text = LATE[word] if late else MAY_NOT.get(word)
        else:
            text = None if one["settled"] and word == "win" else DONE.get(word)
        if text is not None:
            yield tr(text, seat=seat_name(seat, tr), tiles=tiles)
    if not some and differs("events", results) and differs("awaited", results):
        yield from _claims(one, results, moments, tr)


def _refused(one: ResultJson) -> Mapping[tuple[int, str], str]:
    """Return why acts are refused, by their number and seat, but those after the deal."""
    over: Text = "the deal is over"
    return {(each["act"], each["seat"]): each["why"] for each in one["refused"]
            if each["why"] != over}  # fmt: skip


def _claims(
    one: ResultJson,
    results: Sequence[ResultJson],
    moments: Sequence[Mapping[str, Any] | str],
    tr: Translator,
) -> Iterator[str]:
    """Yield the claims that were carried out here and not everywhere."""
    for event in one["events"]:
        name, _, seat = event.partition(" ")
        if name != "claimed" or all(event in other["events"] for other in results):
            continue
        calls = (_text(moment, seat).split(" ")[0] for moment in moments)
        word = next((word for word in calls if word in ("chow", "pung", "kong")), "")
        if word:
            yield tr(DONE[word], seat=seat_name(seat, tr))


def _text(moment: Mapping[str, Any] | str, seat: str) -> str:
    """Return what a seat does at a moment; empty for nothing, and for a foul."""
    act = moment.get(seat, "") if isinstance(moment, Mapping) else ""
    return str(act.get("act", "") if isinstance(act, Mapping) else act)


# ---- how it ended --------------------------------------------------------------------------------


def _ended(
    one: ResultJson, results: Sequence[ResultJson], tr: Translator, *, told: bool
) -> Iterator[str]:
    """Yield how the deal ended here, and what was paid; a deal may go on elsewhere."""
    if one["end"] is None:
        if not told:
            yield tr("the deal goes on")
        return
    if differs("end", results) and one["end"] != "win":
        if one["end"] == "abortive_draw":
            yield tr("called off: {cause}", cause=tr(CAUSE_WORDS[one["cause"]]))
        else:
            yield tr(ENDS[one["end"]])
    if (settled := one["settled"]) is None:
        return
    if differs("end", results):  # what follows of an end is no news beside another one
        same = {name: settled[name] for name in AFTER}
        nothing = {**UNSETTLED, **same, "deltas": dict.fromkeys(SEATS, 0)}
        yield from filter(None, deal_words(settled, [settled, nothing], tr))
    else:
        yield from deal_words(settled, [other["settled"] for other in results], tr)


# ---- where it stands -----------------------------------------------------------------------------


def _stands(one: ResultJson, results: Sequence[ResultJson], tr: Translator) -> Iterator[str]:
    """Yield what differs where a deal stands: states of the seats, legal acts, indicators."""
    if differs("dead_hands", results):
        yield from _hands(one, results, tr)
        return
    for name, text in STATES.items():
        if differs(name, results):
            yield tr(text, seats=seat_names(one[name], tr) or tr("nobody"))
    if differs("may", results):
        yield from _may(one["may"], [other["may"] for other in results], tr)
    if _several(one["indicators"], results):
        yield tr("indicators {tiles}", tiles=one["indicators"])
    elif differs("events", results):
        yield from dict.fromkeys(_turned(one["events"], tr))


def _several(indicators: str, results: Sequence[ResultJson]) -> bool:
    """Return True if more or fewer indicators are turned elsewhere."""
    number = len(parse_tiles(indicators))
    return any(len(parse_tiles(other["indicators"])) != number for other in results)


def _hands(one: ResultJson, results: Sequence[ResultJson], tr: Translator) -> Iterator[str]:
    """Yield whose hands are dead here and not everywhere, and the reverse; the rest follows."""
    for seat in SEATS:
        dead = [seat in other["dead_hands"] for other in results]
        if len({*dead}) == 1:
            continue
        if seat in one["dead_hands"]:
            yield tr("the hand of {seat} is dead", seat=seat_name(seat, tr))
        elif seat in one["riichi"] and differs("riichi", results):
            yield tr(DONE["riichi"], seat=seat_name(seat, tr))
        else:
            yield tr("the hand of {seat} is not dead", seat=seat_name(seat, tr))


def _turned(events: Sequence[str], tr: Translator) -> Iterator[str]:
    """Yield when the indicators were turned, beside the draws of replacement tiles."""
    for before, event in pairwise(events):
        if before.startswith("turned") and event.startswith("drew"):
            yield tr("the indicator is turned before the replacement tile is drawn")
        if before.startswith("drew") and event.startswith("turned"):
            yield tr("the indicator is turned after the replacement tile is drawn")


def _may(may: Acts, others: Sequence[Acts], tr: Translator) -> Iterator[str]:
    """Yield the acts of a seat that are legal here and not everywhere, and the reverse."""
    for seat in SEATS:
        here = _plain(may.get(seat, ()))
        there = [_plain(other.get(seat, ())) for other in others]
        only = [act for act in here if any(act not in acts for acts in there)]
        not_here = [a for acts in there for a in acts if a not in here]
        yield from _told_acts(seat, only, MAY, tr)
        yield from _told_acts(seat, not_here, MAY_NOT, tr)


def _plain(acts: Iterable[str]) -> list[str]:
    """Return acts with plain fives, for a set of tiles with red ones changes no rule of them."""
    return [act.replace("0", "5") for act in acts]


def _told_acts(
    seat: str, acts: Sequence[str], texts: Mapping[str, Text], tr: Translator
) -> Iterator[str]:
    """Yield a sentence for each kind of act, with all tiles that it is about."""
    by_word: dict[str, dict[str, None]] = {}
    for act in acts:
        word, _, tiles = act.removesuffix(" drawn").partition(" ")
        by_word.setdefault(word, {})[tiles] = None
    for word, tiles_of in by_word.items():
        if word in texts:
            yield tr(texts[word], seat=seat_name(seat, tr), tiles=tr.either(tiles_of))
