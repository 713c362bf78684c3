"""The rules sheet of a ruleset: its yaku, fu, payments and notes on a sheet of paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, count, groupby, zip_longest
from typing import Any, Literal, NamedTuple

from riichi.content.citations import left_to_software, shelf_remark, software_remark
from riichi.content.drawn_hands import own_yaku_lines
from riichi.content.yaku_examples import yaku_examples
from riichi.locale.locale import Locale, capital, words_of
from riichi.writers.model import (
    Block,
    Cell,
    Column,
    Definitions,
    Document,
    Group,
    Paragraph,
    Row,
    Styled,
    TableBlock,
    TwoColumns,
    cell,
    plain_row,
    plain_table,
)
from riichi_core.analysis import FuFacts, set_fu
from riichi_core.language import Translatable
from riichi_core.messages import not_empty
from riichi_core.rules.chapters.claims import AllWin, AtMostTwo
from riichi_core.rules.chapters.dora import KanDora
from riichi_core.rules.chapters.draws import NotenTotals
from riichi_core.rules.chapters.fu import FuRules
from riichi_core.rules.chapters.limits import Limits
from riichi_core.rules.chapters.result import FloatingUma
from riichi_core.rules.chapters.yaku import (
    DoubleRiichiWorth,
    HanWorth,
    LimitWorth,
    PaidWorth,
    Worth,
    YakumanWorth,
)
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.options import describe_value
from riichi_core.rules.rules import Rules, options
from riichi_core.rules.ruleset import OTHER_RULES, Ruleset
from riichi_core.rules.settings import oka_sentence, setting
from riichi_core.rules.words import vocabularies
from riichi_core.rules.yaku_grammar import count_range
from riichi_core.rules.yaku_vocabulary import Conditions, Definition, Names, least_count
from riichi_core.rules.yaku_words import definition_words
from riichi_core.scoring.points import Payments, base_points, limit_rows, payments
from riichi_core.scoring.possible_scores import HowWon, fewest_han
from riichi_core.scoring.score import fu_beside_sets, priced_yaku
from riichi_core.tiles import TILES, Tile, Wind

CONCEALED = "●"
MINUS = "\N{MINUS SIGN}"

CONCEALED_OCCASIONS = frozenset({"riichi", "double_riichi", "ippatsu", "open_riichi", "first_turn"})
"""Occasions that an open hand never has, because no set is claimed before them."""

FORMS_WITH_SETS = frozenset({"standard", "any_tiles"})

_EAST, _DRAGON = TILES["1z"], TILES["7z"]

_SIMPLE, _OUTER = TILES["5m"], TILES["1m"]

_SETS_WITH_FU: Mapping[Translatable, tuple[Literal["triplet", "quad"], Tile]] = {
    "Triplet, simples": ("triplet", _SIMPLE),
    "Triplet, terminals or honours": ("triplet", _OUTER),
    "Quad, simples": ("quad", _SIMPLE),
    "Quad, terminals or honours": ("quad", _OUTER),
}

FOR_WINNING = ("winning", "concealed_discard")

FU_ROWS = (20, 25, *range(30, 120, 10))


WIN_KINDS: Mapping[str, tuple[bool, bool, Translatable, Translatable]] = {
    "east-draw": (True, True, "East, self-draw: each pays", "East self-draw"),
    "east-discard": (True, False, "East, {discard}", "East {discard}"),
    "other-draw": (False, True, "Not East, self-draw: two pay / East pays", "Other self-draw"),
    "other-discard": (False, False, "Not East, {discard}", "Other {discard}"),
}
"""By the ids of the four tables: whether East wins, whether the tile is drawn, and the titles of
the table and of its column among the limits.
"""

LIMITS: dict[str, Translatable] = {
    "mangan": "Mangan",
    "haneman": "Haneman",
    "baiman": "Baiman",
    "sanbaiman": "Sanbaiman",
    "counted_yakuman": "Counted yakuman",
}

MOST_LARGE_COLUMNS = 5
"""The maximum number of columns for payments in letters as large as in the other tables."""

BLANK = "\N{EN DASH}"
"""The mark for an impossible value, and between the ends of a range."""

ROUNDED_UP = {"four_han_thirty_fu": (4, 30), "three_han_sixty_fu": (3, 60)}
"""The hands that a ruleset can round up, as han and fu; both have the same base points."""

IN_TABLES = ("yaku", "fu", "limits")
"""The chapters that the tables cover."""

NOTED = frozenset({
    "tiles.red_fives", "tiles.bonus", "dora.ura", "dora.kan_dora", "winning.minimum_han",
    "winning.minimum_with_counters", "winning.atozuke", "riichi.bet", "dealer.counter_value",
    "dealer.counters_paid_to", "draws.noten_total", "setup.starting_points",
    "result.return_points", "end.rounds", "end.extension", "claims.winners", "draws.abortive",
    "result.uma", "result.oka", "end.bust", "end.dealer_stops", "chombo.casual",
    "chombo.tournament",
})  # fmt: skip
"""The options that the notes cover."""

MOST_LETTERS = 800
"""The maximum length of the other house rules, in letters."""

TO_WIN = ("winning.minimum_han", "winning.minimum_with_counters", "winning.atozuke")

UNSAID: Mapping[str, object] = {
    "tiles.bonus": "none",
    "winning.minimum_with_counters": "same",
    "winning.atozuke": "allowed",
    "fu.fixed": "none",
    "dealer.counters_paid_to": "any_winner",
    "end.rounds": 2,
    "end.extension": "none",
    "draws.abortive": "none",
}
"""Usual values, which the notes leave out."""

MOST_YAKU = 60
"""With more yaku than this, the notes on the game move from below them to the other column."""


class _Place(NamedTuple):
    """The place of a yaku on the sheet, in the order of the groups."""

    order: tuple[int, int]
    title: str


class _Entry(NamedTuple):
    """A yaku on the sheet."""

    place: _Place
    sign: Styled
    row: Row


def score_sheet(ruleset: Ruleset, tr: Locale) -> Document:
    """Return the rules sheet of a ruleset in a language."""
    tr = tr.of(ruleset)
    rules = ruleset.rules
    yaku = yaku_table(ruleset, tr)
    game = Definitions(tr("The game"), game_notes(ruleset, tr))
    house_rules = tuple(_house_rules(ruleset, tr))
    is_long = sum(len(group.rows) for group in yaku.groups) > MOST_YAKU
    remarks = (_source_note(ruleset, tr), software_remark(ruleset, tr))
    wide: tuple[Block, ...] = (
        yaku,
        Definitions(tr("Other rules"), sheet_notes(rules, tr)),
        *(house_rules if is_long else (game,)),
        *(Paragraph((Styled(remark, "small"),)) for remark in not_empty(remarks)),
    )
    narrow: tuple[Block, ...] = (
        *minipoint_tables(rules, tr),
        *payment_tables(rules, tr),
        limit_table(rules, tr),
        *((game,) if is_long else house_rules),
    )
    return Document(
        title=ruleset.title_in(tr),
        kind=tr.in_context("page", "Rules sheet"),
        language=tr.language,
        layout="sheet",
        blocks=(TwoColumns(wide, narrow),),
        pages=2,
    )


def _house_rules(ruleset: Ruleset, tr: Locale) -> Iterator[Definitions]:
    """Yield the changes of house rules that no table or note covers, the longest last."""
    if ruleset.on_shelf:
        return
    rows = {
        tr(options()[path].title): setting(ruleset, path, options()[path], tr).sentences
        for path in ruleset.changes
        if path in options() and path not in NOTED and path.split(".")[0] not in IN_TABLES
    }
    rows.update(ruleset.other_rules)
    by_length = sorted(rows.items(), key=lambda row: len(row[1]))
    room = accumulate(len(title) + len(says) for title, says in by_length)
    shown = [row for row, used in zip(by_length, room, strict=True) if used <= MOST_LETTERS]
    if left_out := len(by_length) - len(shown):
        more = tr.counted(
            "{n} more house rule: see the rulebook.",
            "{n} more house rules: see the rulebook.",
            left_out,
        )
        shown.append(("", more))
    if shown:
        yield Definitions(tr(OTHER_RULES), tuple(shown))


def _source_note(ruleset: Ruleset, tr: Locale) -> str:
    """Return the source of a sheet, and how much of it is known."""
    if ruleset.on_shelf:
        return shelf_remark(ruleset, tr)
    title = ruleset.short_title_in(tr)
    if ruleset.base is not None:
        return tr(
            "Generated from the house rules {id}, which change {book}",
            id=title,
            book=ruleset.base.short_title_in(tr),
        )
    return tr("Generated from the ruleset {id}", id=title)


# ---- yaku ----------------------------------------------------------------------------------------


def yaku_table(ruleset: Ruleset, tr: Locale) -> TableBlock:
    """Return all yaku that count under the ruleset, in groups by value."""
    entries = sorted(_yaku_entries(ruleset, tr), key=lambda entry: entry.place.order)
    groups = tuple(
        Group(tuple(entry.row for entry in group), place.title)
        for place, group in groupby(entries, key=lambda entry: entry.place)
    )
    signs = {entry.sign.text for entry in entries}
    legend = [tr("{mark} must be concealed", mark=CONCEALED)] if CONCEALED in signs else []
    if more := sorted(sign for sign in signs if sign.startswith("+")):
        legend.append(tr("{mark} han if concealed", mark=", ".join(more)))
    if fewer := sorted(sign for sign in signs if sign.startswith(MINUS)):
        legend.append(tr("{mark} han if open", mark=", ".join(fewer)))
    columns = (Column(tr("Name")), Column(tr("What it is"), share=1), Column(tr("Hand"), "center"))
    return TableBlock(columns, groups, "yaku", tr("Yaku"), tuple(legend))


def _yaku_entries(ruleset: Ruleset, tr: Locale) -> Iterator[_Entry]:
    rules = ruleset.rules
    local_yaku = {yaku.id: yaku for yaku in rules.yaku.local if yaku.definition is not None}
    words = words_of(ruleset)
    if_open = not words or vocabularies()[words].yaku_by == "open"
    for name, alone in priced_yaku(rules.yaku).items():
        worth = _with_riichi(alone, rules.yaku.riichi)
        if name in local_yaku:
            yaku = local_yaku[name]
            assert yaku.name is not None
            assert yaku.definition is not None
            names, definition = yaku.name, yaku.definition
        else:
            names, definition = known_yaku()[name].name, known_yaku()[name]
        concealed = must_be_concealed(worth, definition)
        sign = _sign(worth, tr, concealed=concealed, if_open=if_open)
        meaning = Cell(((_meaning(name, definition, tr),), *own_yaku_lines(name, ruleset, tr)))
        row = Row((cell(styled_yaku_name(names, tr)), meaning, cell(sign)))
        yield _Entry(_place(worth, rules, tr, if_open=if_open and not concealed), sign, row)


def _with_riichi(worth: PaidWorth, riichi: Worth) -> PaidWorth:
    """Return the value of a yaku, together with Riichi if it counts on top of it."""
    if not isinstance(worth, DoubleRiichiWorth) or worth.replaces == "riichi":
        return worth
    if not isinstance(riichi, HanWorth) or not riichi.cumulative:
        return worth
    # The sum may be more than a single yaku can be worth, so it is not checked.
    han = worth.concealed + riichi.concealed
    return HanWorth.model_construct(**{**dict(worth), "concealed": han})


def _meaning(name: str, definition: Definition, tr: Locale) -> str:
    """Return a yaku's short description, a local one's description, or a club's definition."""
    known, example = known_yaku().get(name), yaku_examples().get(name)
    if known is not None and known.short is not None:
        return tr(known.short, Discard=capital(tr.term("discard")))
    return definition_words(definition, tr) if example is None else tr(example.says)


def styled_yaku_name(names: Names, tr: Locale) -> Styled:
    """Return the name of a yaku, with its language code if that differs."""
    text, language = tr.named(names)
    return Styled(text, language="" if language == tr.language else language)


def must_be_concealed(worth: HanWorth | LimitWorth | YakumanWorth, definition: Definition) -> bool:
    """Return True if an open hand never has the yaku, because of its value or its definition."""
    if isinstance(worth, HanWorth) and worth.open is None:
        return True
    ways = definition.any or ()
    return _concealed(definition) or (bool(ways) and all(_concealed(way) for way in ways))


def _concealed(conditions: Conditions) -> bool:
    return (
        bool(conditions.concealed)
        or (conditions.form is not None and not FORMS_WITH_SETS & set(conditions.form))
        or bool(CONCEALED_OCCASIONS & set(conditions.when or ()))
        or least_count(conditions.concealed_triplets) == 4
        or (conditions.claimed is not None and count_range(conditions.claimed)[1] == 0)
    )


def _place(
    worth: HanWorth | LimitWorth | YakumanWorth, rules: Rules, tr: Locale, *, if_open: bool
) -> _Place:
    """Return the group of a yaku, by its value in an open or in a concealed hand."""
    match worth:
        case YakumanWorth(yakuman=1):
            return _Place((1000, 0), tr("Yakuman"))
        case YakumanWorth(yakuman=times):
            return _Place((1000, times), tr("{times} times yakuman", times=times))
        case LimitWorth(limit=limit, cumulative=False):
            name = tr(LIMITS[limit])
            return _Place(
                (getattr(rules.limits, limit).han, 2),
                tr("{limit}, not combined with other yaku", limit=name),
            )
        case LimitWorth(limit=limit):
            han, added = getattr(rules.limits, limit).han, True
        case HanWorth(concealed=concealed, open=opened, cumulative=added):
            han = opened if if_open and opened is not None else concealed
    if added:
        return _Place((han, 0), tr("{han} han", han=han))
    return _Place((han, 1), tr("{han} han, not combined with other yaku", han=han))


def _sign(
    worth: HanWorth | LimitWorth | YakumanWorth, tr: Locale, *, concealed: bool, if_open: bool
) -> Styled:
    """Return the sign for a yaku that must be concealed, or for what it gains or loses."""
    if concealed:
        return Styled(CONCEALED, aloud=tr("must be concealed"))
    if isinstance(worth, HanWorth) and worth.open is not None and worth.concealed > worth.open:
        more = worth.concealed - worth.open
        if not if_open:
            return Styled(f"{MINUS}{more}", aloud=tr("{han} han less when open", han=more))
        return Styled(f"+{more}", aloud=tr("{han} han more when concealed", han=more))
    return Styled("")


# ---- minipoints ----------------------------------------------------------------------------------


def minipoint_tables(rules: Rules, tr: Locale) -> tuple[TableBlock, ...]:
    """Return the fu of sets, of other parts of a hand, and of winning; none if fu are fixed."""
    if rules.fu.fixed != "none":
        return ()
    pinfu, pairs = (yaku != "none" for yaku in (rules.yaku.pinfu, rules.yaku.seven_pairs))
    return (
        _set_fu_table(tr),
        _other_fu_table(rules.fu, tr, pinfu=pinfu),
        _winning_fu_table(rules.fu, tr, pairs=pairs),
    )


def _set_fu_table(tr: Locale) -> TableBlock:
    rows = [
        plain_row(tr(name), *(str(set_fu(kind, tile, concealed=shut).fu) for shut in (False, True)))
        for name, (kind, tile) in _SETS_WITH_FU.items()
    ]
    heads = (tr("Set"), tr("Open"), tr("Concealed"))
    return figures("fu-sets", tr("Minipoints of sets"), heads, rows)


def _other_fu_table(rules: FuRules, tr: Locale, *, pinfu: bool) -> TableBlock:
    fu_by_source = {
        tr("Pair of dragons"): _fu(rules, is_open=True, pair=_DRAGON),
        tr("Pair of seat or round wind"): _fu(rules, is_open=True, pair=_EAST, seat=Wind.SOUTH),
        tr("Pair of the double wind"): _fu(rules, is_open=True, pair=_EAST),
        tr("Edge, closed or pair wait"): _fu(rules, is_open=True, wait="edge"),
    }
    drawn, after_quad = _fu(rules, drawn=True), _fu(rules, drawn=True, after_quad=True)
    combined = pinfu and rules.pinfu_self_draw == "combined"
    fu_by_source[tr("Self-draw, not with Pinfu" if combined else "Self-draw")] = drawn
    if after_quad != drawn:
        fu_by_source[tr("Self-draw after a quad")] = after_quad
    if opened := _fu(rules, is_open=True):
        fu_by_source[tr("Open hand without other fu")] = opened
    return _fu_list("fu-others", tr("Other minipoints"), fu_by_source, tr)


def _fu(rules: FuRules, *, for_winning: bool = False, **facts: Any) -> int:
    """Return the fu of a hand without triplets: those for winning, or the others."""
    items = fu_beside_sets(FuFacts(**facts), rules, pinfu=False).items
    return sum(item.fu for item in items if (item.id in FOR_WINNING) == for_winning)


def _winning_fu_table(rules: FuRules, tr: Locale, *, pairs: bool) -> TableBlock:
    fu_by_source = {
        tr("Concealed, on a {discard}", discard=tr.term("discard")): _fu(
            rules, for_winning=True, is_open=False
        ),
        **({tr("Seven Pairs (always)"): rules.seven_pairs} if pairs else {}),
        tr("Open hand, or self-draw"): _fu(rules, for_winning=True, is_open=True),
    }
    return _fu_list("fu-winning", tr("Minipoints for winning"), fu_by_source, tr)


def _fu_list(name: str, title: str, fu_by_source: dict[str, int], tr: Locale) -> TableBlock:
    rows = [plain_row(source, str(fu)) for source, fu in fu_by_source.items()]
    return figures(name, title, (tr("For"), tr("Fu")), rows)


def figures(name: str, title: str, heads: Sequence[str], rows: Iterable[Row]) -> TableBlock:
    """Return a table of figures with the subject of each row."""
    first, *others = heads
    columns = [Column(first, share=1), *(Column(head, "right") for head in others)]
    return plain_table(columns, rows, name, title, bold=False)


# ---- payments ------------------------------------------------------------------------------------


def payment_text(paid: Payments, tr: Locale) -> str:
    """Return payments for a cell: for a self-draw, the other players' payment, then East's."""
    if paid.from_discarder is not None:
        return tr.number(paid.from_discarder)
    parts = (paid.from_each, paid.from_dealer)
    return " / ".join(tr.number(part) for part in parts if part is not None)


def han_columns(rules: Rules) -> tuple[int, ...]:
    """Return the numbers of han for which fu matter.

    They start at the minimum for a win, and end before mangan, or where all rows are limits.
    """
    columns: list[int] = []
    for han in count(rules.winning.minimum_han):
        bases = [base_points(han, fu, rules.limits) for fu in FU_ROWS]
        if all(base.limit is not None for base in bases):
            return tuple(columns)
        columns.append(han)
    raise AssertionError("han never end")


def least_han(fu: int, rules: Rules, *, drawn: bool) -> int | None:
    """Return the fewest han of a hand with these fu; None if there is no such hand.

    20 fu belong to a drawn pinfu, or to an open hand if a rule adds nothing for it. 25 fu belong to
    seven pairs. The highest number needs quads, which can be a yaku.
    """
    if fu == FU_ROWS[-1] or rules.fu.fixed != "none":
        ways = (HowWon(drawn, riichi) for riichi in (True, False))
        return min((hand.han for way in ways if (hand := fewest_han(fu, way, rules))), default=None)
    if fu == 20 and not drawn:
        return 1 if rules.fu.open_pinfu == 0 else None
    if fu == 20:
        if rules.fu.pinfu_self_draw == "separate" or _han(rules, "pinfu") is None:
            return None
        return (_han(rules, "pinfu") or 0) + (_han(rules, "fully_concealed_hand") or 0)
    if fu == 25:
        pairs = _han(rules, "seven_pairs")
        if rules.fu.seven_pairs != fu or pairs is None:
            return None
        return pairs + (_han(rules, "fully_concealed_hand") or 0) * drawn
    return 1


def _han(rules: Rules, yaku: str) -> int | None:
    """Return the han of a concealed hand for a yaku that is worth han."""
    worth = getattr(rules.yaku, yaku)
    return worth.concealed if isinstance(worth, HanWorth) else None


def payment_tables(rules: Rules, tr: Locale) -> tuple[TableBlock, ...]:
    """Return the four tables by han and fu; none if every win is a limit."""
    hans = han_columns(rules)
    heads = [Column(tr("{han} han", han=han), "right", share=1) for han in hans]
    return tuple(
        plain_table(
            (Column(tr("Fu")), *heads),
            _payment_rows(rules, tr, hans, dealer=dealer, drawn=drawn),
            name,
            tr(title, discard=tr.term("discard")),
            dense=len(hans) > MOST_LARGE_COLUMNS,
        )
        for name, (dealer, drawn, title, _) in WIN_KINDS.items()
        if hans
    )


def _payment_rows(
    rules: Rules, tr: Locale, columns: tuple[int, ...], *, dealer: bool, drawn: bool
) -> Iterator[Row]:
    for fu in FU_ROWS:
        least = least_han(fu, rules, drawn=drawn)
        if least is None or least > columns[-1]:
            continue
        cells = [
            _payment_cell(han, fu, least, rules, tr, dealer=dealer, drawn=drawn) for han in columns
        ]
        yield Row((cell(str(fu)), *cells))


def _payment_cell(
    han: int, fu: int, least: int, rules: Rules, tr: Locale, *, dealer: bool, drawn: bool
) -> Cell:
    """Return a payment, shaded if it is a limit, or a dash if it is impossible."""
    base = base_points(han, fu, rules.limits)
    if han < least:
        return cell(Styled(BLANK, aloud=tr("cannot be")))
    text = payment_text(payments(base.points, dealer=dealer, drawn=drawn), tr)
    if base.limit is None:
        return cell(text)
    return cell(Styled(text, aloud=tr("{points}, a limit", points=text)), shaded=True)


def limit_table(rules: Rules, tr: Locale) -> TableBlock:
    """Return the limits, with as many yakuman as any yaku is worth."""
    rows = [
        _limit_row(tr(LIMITS[name]), han, base, tr)
        for name, han, base in _limit_ranges(rules.limits)
    ]
    base = rules.limits.yakuman
    rows.append(_limit_row(tr("Yakuman"), BLANK, base, tr))
    units = {w.yakuman for w in priced_yaku(rules.yaku).values() if isinstance(w, YakumanWorth)}
    if rules.limits.several_yakuman != "best_one":
        units.add(2)
    for times in sorted(units - {1}):
        rows.append(
            _limit_row(f"{tr('Yakuman')} \N{MULTIPLICATION SIGN} {times}", BLANK, times * base, tr)
        )
    heads = (tr(head, discard=tr.term("discard")) for *_, head in WIN_KINDS.values())
    titles = (tr("Limit"), tr("Han"), *heads)
    return replace(figures("limits", tr("Limits"), titles, rows), dense=True)


def _limit_ranges(limits: Limits) -> Iterator[tuple[str, str, int]]:
    """Yield the name, han and base points of each limit; they ascend in any valid ruleset."""
    rows = [*limit_rows(limits)][::-1]
    for (name, row), above in zip_longest(rows, rows[1:]):
        last = above[1].han - 1 if above else None
        if last is None:
            yield name, f"{row.han}+", row.base
        else:
            yield name, str(last) if last == row.han else f"{row.han}{BLANK}{last}", row.base


def _limit_row(name: str, han: str, base: int, tr: Locale) -> Row:
    cells = [
        payment_text(payments(base, dealer=dealer, drawn=drawn), tr)
        for dealer, drawn, *_ in WIN_KINDS.values()
    ]
    return plain_row(name, han, *cells)


# ---- notes ---------------------------------------------------------------------------------------


def sheet_notes(rules: Rules, tr: Locale) -> tuple[tuple[str, str], ...]:
    """Return the name and sentence of each note on the score of a win."""
    notes = (
        (tr("To win"), _sentences(rules, tr, *TO_WIN)),
        (tr("Dora"), " ".join(_dora(rules, tr))),
        (tr("Red fives"), _sentences(rules, tr, "tiles.red_fives")),
        (tr("Bonus tiles"), _sentences(rules, tr, "tiles.bonus")),
        (tr("Minipoints"), _sentences(rules, tr, "fu.fixed")),
        (tr("Rounded up"), _raised(rules, tr)),
        (tr("Counted yakuman"), _sentences(rules, tr, "limits.counted_yakuman")),
        (tr("Several yakuman"), _sentences(rules, tr, "limits.several_yakuman")),
        (tr("Riichi bet"), tr.number(rules.riichi.bet)),
        (tr("Counter"), _sentences(rules, tr, "dealer.counter_value", "dealer.counters_paid_to")),
        (tr("Exhaustive draw"), _noten(rules, tr)),
    )
    return tuple(note for note in notes if note[1])


def game_notes(ruleset: Ruleset, tr: Locale) -> tuple[tuple[str, str], ...]:
    """Return the name and sentence of each note on the game: its start, its end and its result."""
    rules = ruleset.rules
    notes = (
        (tr("Start"), _start(rules, tr)),
        (tr("Rounds"), _sentences(rules, tr, "end.rounds", "end.extension")),
        (tr("Double and triple ron"), _several_winners(rules, tr)),
        (tr("Abortive draws"), _sentences(rules, tr, "draws.abortive")),
        (tr("Uma"), _uma(rules, tr)),
        (tr("Oka"), oka_sentence(rules, tr)),
        (tr("Busting"), _sentences(rules, tr, "end.bust")),
        (tr("East stops early (agari-yame)"), _sentences(rules, tr, "end.dealer_stops")),
        *_chombo(ruleset, tr),
    )
    return tuple(note for note in notes if note[1])


def _sentences(rules: Rules, tr: Locale, *paths: str) -> str:
    """Return the sentences of options, without those that are left out or have no effect."""
    values = ((path, rules.value(path)) for path in paths if path not in rules.without_effect)
    return " ".join(
        describe_value(options()[path], value, tr)
        for path, value in values
        if value != UNSAID.get(path)
    )


def _dora(rules: Rules, tr: Locale) -> Iterator[str]:
    quads = rules.dora.kan_dora
    yield tr("One han each.")
    yield tr("No ura dora." if rules.dora.ura == "none" else "Ura dora for players in riichi.")
    if isinstance(quads, KanDora):
        yield tr("Each quad reveals one more indicator.")
    else:
        yield tr("A quad turns no indicator.")
    if rules.dora.ura != "none" and isinstance(quads, KanDora) and quads.ura == "not_counted":
        yield tr("What lies under the kan dora indicators does not count.")


def _raised(rules: Rules, tr: Locale) -> str:
    """Return the hands that round up to mangan; empty if no hand has points just below it."""
    limits = rules.limits
    hands = {
        name: tr("{han} han {fu} fu", han=han, fu=fu)
        for name, (han, fu) in ROUNDED_UP.items()
        if han < limits.mangan.han
        and fu << 2 + han < limits.mangan.base
        and rules.fu.fixed in ("none", fu)
    }
    up = [text for name, text in hands.items() if name in limits.raised_to_mangan]
    down = [text for name, text in hands.items() if name not in limits.raised_to_mangan]
    sentences = []
    if up:
        sentences.append(tr("{hands}: paid as mangan.", hands=tr.and_list(up)))
    if down:
        sentences.append(tr("{hands}: not rounded up to mangan.", hands=tr.and_list(down)))
    return " ".join(sentences)


def _noten(rules: Rules, tr: Locale) -> str:
    points = rules.draws.noten_total
    if isinstance(points, NotenTotals):
        return tr(
            "{one}, {two} or {three} in all from one, two or three noten players.",
            one=points.one,
            two=points.two,
            three=points.three,
        )
    if not points:
        return tr("Nothing is paid.")
    return tr("{points} in all from noten to tenpai players.", points=points)


def _start(rules: Rules, tr: Locale) -> str:
    start, counted_from = rules.setup.starting_points, rules.result.return_points
    if counted_from == "none":
        return tr("{points} points; no return points.", points=start)
    if start == counted_from:
        return tr("{points} points.", points=start)
    return tr("{points} points; results count from {target}.", points=start, target=counted_from)


def _several_winners(rules: Rules, tr: Locale) -> str:
    match rules.claims.winners:
        case "head_bump":
            return tr("Head bump: only the caller nearest after the discarder wins.")
        case AllWin():
            return tr("All callers win.")
        case AtMostTwo():
            return tr("Two callers win; three callers abort the hand.")


def _uma(rules: Rules, tr: Locale) -> str:
    uma = rules.result.uma
    if isinstance(uma, FloatingUma):
        return _sentences(rules, tr, "result.uma")
    return " / ".join(map(tr.signed, uma))


def _chombo(ruleset: Ruleset, tr: Locale) -> Iterator[tuple[str, str]]:
    """Yield the penalty of a chombo, and its tournament penalty if that differs; none online."""
    casual, tournament = (
        "" if path in left_to_software(ruleset) else _sentences(ruleset.rules, tr, path)
        for path in ("chombo.casual", "chombo.tournament")
    )
    yield tr("Chombo"), casual
    if tournament != casual:
        yield tr("Chombo, tournament"), tournament
