"""The rules that recorded games show: as text, a page, JSON, and a house-rule file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from textwrap import shorten
from typing import Any

from riichi.events.published import PublishedRules
from riichi.fitting.space import Change, shipped_rulesets, value_text
from riichi.games.infer.grading import GradedValue, graded_values
from riichi.games.infer.inferred import CERTAIN, Excluded, Finding, GroupApart, Inferred, Status
from riichi.games.infer.search import Evidence
from riichi.house_file import house_file
from riichi.locale import Locale
from riichi.writers.model import (
    Block,
    Bullets,
    Column,
    Document,
    Heading,
    Paragraph,
    Row,
    plain_row,
    plain_table,
)
from riichi_core.files.yaml_text import flow
from riichi_core.language import PLAIN_ENGLISH, Translatable, Translator
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset

LONGEST_VALUE, LONGEST_EVIDENCE = 48, 160
"""The maximum number of letters of a value and of the evidence in a table."""

MOST_RANKED, MOST_UNEXPLAINED = 5, 10

STATUSES: Mapping[Status, Translatable] = {
    "stated": "the records state it",
    "solved": "from the results",
    "shown": "shown",
    "partly": "partly shown",
    "once": "one game only",
    "open": "open",
    "unrecorded": "not recorded",
}

NEEDED: Mapping[str, Translatable] = {
    "claims.winners": "two players who win on the same discard",
    "claims.forbidden_swaps": "a player who calls chii and discards a tile that fits the sequence",
    "quads.concealed_robbed_by": "a Thirteen Orphans hand that waits for a tile of a concealed "
    "quad",
    "riichi.concealed_quad": "a quad after riichi that changes the readings of the hand",
    "riichi.tiles_left": "a riichi with fewer than four tiles left in the wall",
    "yaku.blessing_of_man": "a win on a discard before the winner's first turn",
    "fu.double_wind_pair": "a win with a pair of the seat and round wind, in which fu matter",
    "fu.open_pinfu": "an open hand without fu that wins on a discard",
    "limits.several_yakuman": "a hand with two yakuman",
    "limits.counted_yakuman": "a hand of 13 han or more without a yakuman",
    "liability.yaku": "a player who discards the last dragon or wind for a yakuman",
    "draws.nagashi": "an exhaustive draw after which a player has discarded only terminals and "
    "honours",
    "end.bets_left": "a game that ends with riichi bets on the table and a tie for first place",
    "end.dealer_stops": "a last hand after which East could stop and continues the game",
}
"""The play that would decide an option."""

SHARES = {"option": 0.2, "value": 0.2, "excluded": 0.2, "others": 0.4, "certainty": 0.15,
          "evidence": 0.35}  # fmt: skip
"""The part of a page's width that each column has next to the others."""


def inference_document(inferred: Inferred, tr: Locale, *, most: int | None = None) -> Document:
    """Return a page: the nearest rulesets, the values that games show, and what is open.

    With `most`, each table has at most that many options.
    """
    title = tr.counted("The rules of {n} game", "The rules of {n} games", inferred.games)
    return Document(title, tr.language, "report", tuple(_blocks(inferred, tr, most)))


def _blocks(inferred: Inferred, tr: Locale, most: int | None) -> Iterator[Block]:
    yield from _summary(inferred, tr)
    yield from _nearest(inferred, tr)
    yield from _different(inferred, tr)
    yield from _certain(inferred, tr, most)
    yield from _partly(inferred, tr, most)
    yield from _open(inferred, tr, most)
    yield from _unexplained(inferred, tr)
    for group in inferred.other_rules:
        if group.inferred is not None:
            head = tr.counted("The rules of {n} other game", "The rules of {n} other games",
                              group.inferred.games)  # fmt: skip
            yield Heading((f"{head} ({_stated(group, tr)})",), level=1)
            yield from _blocks(group.inferred, tr, most)


def _stated(group: GroupApart, tr: Translator) -> str:
    return ", ".join(
        f"{_title(path, tr)}: {flow(_plain(value))}"
        for path, value in group.states.items()
        if value is not None
    )


def _summary(inferred: Inferred, tr: Locale, *, changed: bool = False) -> Iterator[Block]:
    """Yield how many hands the rules explain, which may be a ruleset's with changed values."""
    numbers = {"explained": inferred.explained,
               "deals": tr.counted("{n} hand", "{n} hands", inferred.deals)}  # fmt: skip
    if changed:
        lines = [tr("With the values in the games, this ruleset explains {explained} of {deals}.",
                    **numbers)]  # fmt: skip
    else:
        explained = tr("these rules explain {explained} of {deals}", **numbers)
        lines = [f"{explained[0].upper()}{explained[1:]}."]
    if inferred.doubles:
        lines.append(
            tr.counted(
                "Left out: {n} copy of another game.",
                "Left out: {n} copies of other games.",
                len(inferred.doubles),
            )
        )
    for group in inferred.other_rules:
        files = tr("see below") if group.inferred else ", ".join(group.sources)
        lines.append(
            tr.counted("{n} game states other rules ({stated}): {files}",
                       "{n} games state other rules ({stated}): {files}",
                       len(group.sources), stated=_stated(group, tr), files=files)
        )  # fmt: skip
    if inferred.odd_results:
        lines.append(tr("Left out: the results. No combination of uma, oka and rounding explains "
                        "most of them; they may include chips or fines."))  # fmt: skip
    if not inferred.complete:
        lines.append(tr("Time ran out before every value was compared with every hand."))
    yield Bullets(tuple((line,) for line in lines))


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _nearest(inferred: Inferred, tr: Locale) -> Iterator[Block]:
    yield Heading((tr("Nearest rulesets"),))
    rows = [
        plain_row(", ".join(row.ids), tr("{n} of {deals}", n=row.against, deals=row.deals))
        for row in inferred.ranking[:MOST_RANKED]
    ]
    columns = (Column(tr("ruleset")), Column(tr("hands that contradict it"), "right"))
    yield plain_table(columns, rows)
    if len(inferred.nearest) > 1:
        yield Paragraph((fit_equally(inferred.nearest, tr),))


def fit_equally(rulesets: Sequence[Ruleset], tr: Translator) -> str:
    """Return a sentence that names several nearest rulesets."""
    ids = ", ".join(ruleset.id for ruleset in rulesets)
    return tr("These rulesets fit equally well: {ids}.", ids=ids)


def _different(inferred: Inferred, tr: Locale) -> Iterator[Block]:
    if len(inferred.bases) > 1:
        yield Heading((tr("Different from all of these rulesets"),))
    else:
        title = inferred.base.title_in(tr)
        yield Heading((tr("Different from {title}", title=title),))
    if not inferred.different:
        yield Paragraph((tr("None: the games fit every value."),))
        return
    rows = []
    for finding in inferred.different:
        why = shorten(reason(inferred, finding, tr), LONGEST_EVIDENCE)
        rows.append(_finding_row(finding, tr, tr(STATUSES[finding.status]), why))
    yield plain_table(_columns(tr, "option", "value", "certainty", "evidence"), rows)


def _finding_row(finding: Finding, tr: Translator, *cells: str) -> Row:
    return plain_row(_title(finding.path, tr), _value(finding.value), *cells)


def _columns(tr: Translator, *names: str) -> tuple[Column, ...]:
    heads = {"option": tr("option"), "value": tr("value"), "certainty": tr("certainty"),
             "evidence": tr("evidence"), "others": tr("also fits"),
             "excluded": tr("excluded")}  # fmt: skip
    return tuple(Column(heads[name], share=SHARES[name]) for name in names)


def _certain(inferred: Inferred, tr: Locale, most: int | None) -> Iterator[Block]:
    certain = inferred.with_status(*CERTAIN)
    yield Heading((tr.counted("Certain: {n} option", "Certain: {n} options", len(certain)),))
    if not certain:
        return
    rows = []
    for finding in certain[:most]:
        other, evidence = _first(finding.against)
        why = evidence_text(evidence, tr) if evidence else tr(STATUSES[finding.status])
        rows.append(_finding_row(finding, tr, _value(other), shorten(why, LONGEST_EVIDENCE)))
    yield plain_table(_columns(tr, "option", "value", "excluded", "evidence"), rows)
    yield from _more(len(certain), most, tr)


def _partly(inferred: Inferred, tr: Locale, most: int | None) -> Iterator[Block]:
    partly = inferred.with_status("partly", "once")
    if not partly:
        return
    head = tr.counted("Partly decided: {n} option; other values fit",
                      "Partly decided: {n} options; other values fit", len(partly))  # fmt: skip
    yield Heading((head,))
    rows = [
        _finding_row(
            finding,
            tr,
            "; ".join(map(_value, finding.fitting[:2])) + ("; …" if finding.fitting[2:] else "")
            if finding.fitting or not inferred.complete
            else tr("another value may fit: unexplained hands depend on this option"),
        )
        for finding in partly[:most]
    ]
    yield plain_table(_columns(tr, "option", "value", "others"), rows)
    yield from _more(len(partly), most, tr)


def _open(inferred: Inferred, tr: Locale, most: int | None) -> Iterator[Block]:
    undecided = inferred.with_status("open")
    yield Heading((tr.counted("Open: {n} option", "Open: {n} options", len(undecided)),))
    known = [finding for finding in undecided if finding.path in NEEDED]
    if known:
        yield Paragraph((tr("These games do not decide them. This would:"),))
    yield Bullets(
        tuple(
            (f"{_title(finding.path, tr)}: {tr(NEEDED[finding.path])}"
             + (f" ({text})" if (text := _chances(inferred, finding.path, tr)) else ""),)
            for finding in known[:most]
        )
    )  # fmt: skip
    others = [_title(finding.path, tr) for finding in undecided if finding.path not in NEEDED]
    if others and most is None:
        yield Paragraph((tr("Others: {titles}", titles="; ".join(others)),))
    unrecorded = [_title(finding.path, tr) for finding in inferred.with_status("unrecorded")]
    if unrecorded:
        yield Paragraph((tr("No record shows: {titles}", titles="; ".join(unrecorded)),))


def _chances(inferred: Inferred, path: str, tr: Translator) -> str:
    """Return how often another value would have allowed an act that nobody did."""
    of_option = [
        (chance.more_allowed, change.value)
        for change, chance in inferred.chances.items()
        if change.path == path and chance.more_allowed
    ]
    if not of_option:
        return ""
    times, value = max(of_option)
    return tr.counted(
        "with {value} there was {n} chance, which nobody took",
        "with {value} there were {n} chances, which nobody took",
        times,
        value=_value(value),
    )


def _unexplained(inferred: Inferred, tr: Locale) -> Iterator[Block]:
    if not inferred.unexplained:
        return
    number = len(inferred.unexplained)
    yield Heading((tr.counted("{n} hand fits no ruleset", "{n} hands fit no ruleset", number),))
    lines = [
        shorten(evidence_text(Evidence(deal, found[0]), tr), LONGEST_EVIDENCE)
        for deal, found in list(inferred.unexplained.items())[:MOST_UNEXPLAINED]
    ]
    for change, games in list(inferred.suspicions.items())[:MOST_RANKED]:
        lines.append(
            tr.counted("{n} game would fit with {option}: {value}",
                       "{n} games would fit with {option}: {value}",
                       len(games), option=_title(change.option, tr),
                       value=_value(change.value_of_part))
        )  # fmt: skip
    yield Bullets(tuple((line,) for line in lines))


def _more(number: int, most: int | None, tr: Locale) -> Iterator[Block]:
    if most is not None and number > most:
        more = tr.counted("and {n} more (--all)", "and {n} more (--all)", number - most)
        yield Paragraph((more,))


def _title(path: str, tr: Translator) -> str:
    if path in options():
        return tr(options()[path].title)
    name = path.removeprefix("yaku.")
    if name in known_yaku():
        return tr.yaku_name(known_yaku()[name].name)
    every = (yaku for ruleset in shipped_rulesets() for yaku in ruleset.rules.yaku.local)
    names = next((yaku.name for yaku in every if yaku.id == name and yaku.name), None)
    return name if names is None else tr.yaku_name(names)


def _value(text: str) -> str:
    """Return a value as written in a file; the value of a part follows its name."""
    try:
        plain = json.loads(text) if text else ""
    except ValueError:
        plain = text
    written = plain if isinstance(plain, str) else flow(plain)
    return written if len(written) <= LONGEST_VALUE else f"{written[: LONGEST_VALUE - 1]}…"


def _first(excluded: Excluded) -> tuple[str, Evidence | None]:
    for value, deals in excluded.items():
        return value, deals[0]
    return "", None


def evidence_text(evidence: Evidence, tr: Translator = PLAIN_ENGLISH) -> str:
    """Return the place of a hand and the fact that contradicts a value, on one line."""
    problem = tr(evidence.objection.message).split("\n", 1)[0]
    deal = evidence.deal.index + 1
    return tr("{file}, hand {n}: {problem}", file=evidence.deal.source, n=deal,
              problem=problem)  # fmt: skip


def reason(inferred: Inferred, finding: Finding, tr: Translator = PLAIN_ENGLISH) -> str:
    """Return why an option has another value than the base."""
    if finding.path in inferred.stated:
        games = inferred.stated[finding.path].games
        return tr.counted("{n} record states it", "{n} records state it", games)
    if inferred.fits and finding.path in inferred.fits[0].values:
        fit, others = inferred.fits[0], len(inferred.fits) - 1
        text = tr("results of {n} of {games} games", n=len(fit.explained), games=fit.games)
        if others:
            other = tr.counted("{n} other combination fits", "{n} other combinations fit", others)
            text = f"{text}; {other}"
        return text
    base = value_text(inferred.base.rules, finding.path)
    of_base = finding.against.get(base) or finding.once.get(base)
    if of_base is None:
        _, first = _first(finding.against)
        of_base = () if first is None else (first,)
    if not of_base:
        return _chances(inferred, finding.path, tr)
    return "; ".join(evidence_text(evidence, tr) for evidence in of_base[:2])


# ---- a graded ruleset ----------------------------------------------------------------------------


def graded_document(inferred: Inferred, tr: Locale, *, most: int | None = None) -> Document:
    """Return a page: the values of a ruleset that games contradict, confirm, or do not show.

    With `most`, it lists at most that many confirmed options.
    """
    values = graded_values(inferred)
    title = tr.counted("{ruleset} compared with {n} game", "{ruleset} compared with {n} games",
                       inferred.games, ruleset=inferred.base.title_in(tr))  # fmt: skip
    wrong = [one for one in values if one.grade in ("contradicted", "once")]
    right = [one for one in values if one.grade == "confirmed"]
    unseen = [_title(one.path, tr) for one in values if one.grade == "not_seen"]
    option, value, evidence = _columns(tr, "option", "value", "evidence")
    columns = (option, value, Column(tr("games, at least"), "right", share=0.1), evidence)
    blocks: list[Block] = [
        *_summary(inferred, tr, changed=bool(wrong)),
        Heading((tr.counted("Contradicted: {n} option", "Contradicted: {n} options", len(wrong)),)),
    ]
    if wrong:
        head = (option, value, replace(value, title=tr("in the games")), *columns[2:])
        rows = [_graded_row(one, tr, _value(one.finding.value)) for one in wrong]
        blocks.append(plain_table(head, rows))
    blocks.append(
        Heading((tr.counted("Confirmed: {n} option", "Confirmed: {n} options", len(right)),))
    )
    if right:
        blocks.append(plain_table(columns, [_graded_row(one, tr) for one in right[:most]]))
        blocks += _more(len(right), most, tr)
    blocks.append(
        Heading((tr.counted("Not seen: {n} option", "Not seen: {n} options", len(unseen)),))
    )
    blocks += [Paragraph(("; ".join(unseen),))] if unseen and most is None else []
    return Document(title, tr.language, "report", (*blocks, *_unexplained(inferred, tr)))


def _graded_row(one: GradedValue, tr: Locale, *more: str) -> Row:
    why = evidence_text(one.evidence[0], tr) if one.evidence else tr(STATUSES[one.finding.status])
    cells = (_title(one.path, tr), _value(one.value), *more, str(one.games))
    return plain_row(*cells, shorten(why, LONGEST_EVIDENCE))


def graded_json(inferred: Inferred) -> dict[str, Any]:
    """Return a ruleset compared with games."""
    return {
        "ruleset": inferred.base.id,
        "games": inferred.games,
        "deals": inferred.deals,
        "explained": inferred.explained,
        "complete": inferred.complete,
        "options": {
            one.path: {
                "value": json.loads(one.value),
                "grade": one.grade,
                "games": one.games,
                "in_games": json.loads(one.finding.value),
                "deals": [evidence_text(evidence) for evidence in one.evidence],
            }
            for one in graded_values(inferred)
        },
    }


# ---- published results ---------------------------------------------------------------------------


def published_document(found: PublishedRules, tr: Locale) -> Document:
    """Return a page of the rules that published results show."""
    title = tr.counted("The rules of {n} table", "The rules of {n} tables", found.tables)
    explained = found.tables - len(found.unexplained)
    lines = [tr.counted("These rules explain the results of {explained} of {n} table.",
                        "These rules explain the results of {explained} of {n} tables.",
                        found.tables, explained=explained),
             fit_equally(found.nearest, tr) if len(found.nearest) > 1 else
             tr("Nearest ruleset: {title}", title=found.nearest[0].title_in(tr))]  # fmt: skip
    rows = [
        plain_row(
            _title(path, tr),
            _value(json.dumps(value)),
            "; ".join(_value(json.dumps(other)) for other in found.other_values(path)[:2]),
        )
        for path, value in found.values.items()
    ]
    blocks: list[Block] = [
        Bullets(tuple((line,) for line in lines)),
        plain_table(_columns(tr, "option", "value", "others"), rows),
    ]
    if found.unexplained:
        names = "; ".join(found.unexplained[:MOST_UNEXPLAINED])
        blocks.append(Paragraph((tr("Tables with other results: {names}", names=names),)))
    return Document(title, tr.language, "report", tuple(blocks))


def published_json(found: PublishedRules) -> dict[str, Any]:
    """Return the rules that published results show."""
    return {
        "tables": found.tables,
        "explained": found.tables - len(found.unexplained),
        **_nearest_json(found.nearest, found.nearest),
        "options": {
            path: {"value": value, "fitting": found.other_values(path)}
            for path, value in found.values.items()
        },
        "unexplained": list(found.unexplained),
    }


def published_house_rules(found: PublishedRules, name: str, tr: Translator = PLAIN_ENGLISH) -> str:
    """Return a house-rule file over the only nearest ruleset."""
    title = tr.counted("The rules of {n} table", "The rules of {n} tables", found.tables)
    tables = found.tables - len(found.unexplained)
    observed = tr("results of {n} of {games} tables", n=tables, games=found.tables)
    base = found.nearest[0]
    changes = {
        path: (value, observed)
        for path, value in found.values.items()
        if base.rules.written_value(path) != value
    }
    return _house_file(name, title, base.id, changes)


# ---- JSON and YAML -------------------------------------------------------------------------------


def inference_json(inferred: Inferred) -> dict[str, Any]:
    """Return the rules of games, and how certain each value is."""
    return {
        "games": inferred.games,
        "deals": inferred.deals,
        "explained": inferred.explained,
        "complete": inferred.complete,
        **_nearest_json(inferred.nearest, inferred.bases),
        "ranking": [
            {"rulesets": list(row.ids), "against": row.against, "deals": row.deals}
            for row in inferred.ranking
        ],
        "different": [finding.path for finding in inferred.different],
        "options": {
            finding.path: {
                "value": json.loads(finding.value),
                "status": finding.status,
                "excluded": _excluded_json(finding.against),
                "excluded_once": _excluded_json(finding.once),
                "fitting": list(finding.fitting),
            }
            for finding in inferred.findings
        },
        "results": [
            {"values": dict(fit.values), "explained": len(fit.explained), "games": fit.games,
             "rulesets": list(fit.shipped)}
            for fit in inferred.fits
        ],
        "chances": [
            {**_change_json(change), **asdict(chance)}
            for change, chance in inferred.chances.items()
        ],
        "unexplained": [
            {"file": deal.source, "deal": deal.index + 1,
             "objections": [str(objection.message) for objection in found]}
            for deal, found in inferred.unexplained.items()
        ],
        "suspicions": [
            {**_change_json(change), "games": list(games)}
            for change, games in inferred.suspicions.items()
        ],
        "copies": [{"file": name, "of": other} for name, other in inferred.doubles],
        "other_rules": [
            {"states": {path: _plain(value) for path, value in group.states.items()},
             "games": list(group.sources),
             "inferred": None if group.inferred is None else inference_json(group.inferred)}
            for group in inferred.other_rules
        ],
    }  # fmt: skip


def _nearest_json(nearest: Sequence[Ruleset], bases: Sequence[Ruleset]) -> dict[str, Any]:
    """Return the nearest rulesets, and the one to extend if there is a reason to choose it."""
    extends = bases[0].id if len(bases) == 1 else None
    return {"extends": extends, "nearest": [ruleset.id for ruleset in nearest]}


def _change_json(change: Change) -> dict[str, Any]:
    return {"path": change.path, "value": json.loads(change.value)}


def _excluded_json(excluded: Excluded) -> list[dict[str, Any]]:
    return [
        {"value": value, "deals": [evidence_text(evidence) for evidence in deals]}
        for value, deals in excluded.items()
    ]


def house_rules_text(inferred: Inferred, name: str, tr: Translator = PLAIN_ENGLISH) -> str:
    """Return a house-rule file over the only base, with the evidence for each change."""
    title = tr.counted("The rules of {n} game", "The rules of {n} games", inferred.games)
    changes = {
        finding.path: (
            inferred.rules.written_value(finding.path)
            if finding.path in options()
            else json.loads(finding.value),  # of a yaku without a field, perhaps `none`
            tr.counted(
                "{n} game; {reason}",
                "{n} games; {reason}",
                inferred.games,
                reason=reason(inferred, finding, tr),
            ),
        )
        for finding in inferred.different
    }
    return _house_file(name, title, inferred.base.id, changes)


def _house_file(name: str, title: str, base: str, changes: Mapping[str, tuple[Any, str]]) -> str:
    """Return a house-rule file: by path, each value and its evidence."""
    return house_file(
        {"format": 1, "ruleset": name, "title": title, "extends": base},
        {
            path: {"value": value, "observed": shorten(evidence, 2 * LONGEST_EVIDENCE)}
            for path, (value, evidence) in changes.items()
        },
    )
