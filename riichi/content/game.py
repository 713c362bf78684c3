"""A game as a document: its deals one by one, and its result under each ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from riichi.content.endings import points_text, signed_text, worth_in_words
from riichi.locale import ENGLISH as ENGLISH_LOCALE, Locale
from riichi.writers.model import (
    Block,
    Cell,
    Column,
    Document,
    Heading,
    Paragraph,
    Row,
    Styled,
    TextLine,
    plain_row,
    plain_table,
)
from riichi_core.game.deal_fouls import foul_line
from riichi_core.game.game import OVER, WHY, Game, GameEnd, SettledDeal, Standing
from riichi_core.language import Translator
from riichi_core.records.written_game import GameRecord
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scoring.points import Points, whole
from riichi_core.settlement.ending import (
    CAUSE_WORDS,
    AbortiveDraw,
    Chombo,
    Ending,
    ExhaustiveDraw,
    Redeal,
    Wins,
)
from riichi_core.tiles import Wind


def game_document(
    record: GameRecord, games: Sequence[tuple[Ruleset, Game]], tr: Locale = ENGLISH_LOCALE
) -> Document:
    """Return the deals under each ruleset, then the results of the games without an error.

    If the first ruleset's game, the game as played, has an error, there are no results. A game with
    an error in its first deal is left out, so the document can be empty.
    """
    blocks: list[Block] = []
    for ruleset, game in games:
        if game.problems and not game.played:
            continue
        blocks += [Heading((ruleset.title_in(tr),)), _deal_table(record, game, tr)]
        if not game.problems:
            blocks.append(Paragraph((_ending_sentence(game.ended_by, game, tr),)))
    _, first = games[0]
    if not first.problems:
        finished = [(ruleset, game) for ruleset, game in games if not game.problems]
        blocks += [Heading((tr("Result"),)), _result_table(record, finished, tr)]
    return Document(record.title or tr("Game"), tr.language, "report", tuple(blocks))


# ---- deals ---------------------------------------------------------------------------------------


def _deal_table(record: GameRecord, game: Game, tr: Locale) -> Block:
    """Return a table with two lines for each deal, and one more for each foul in it."""
    columns = [Column(tr("hand")), Column(tr("end")), *(Column(p, "right") for p in record.players)]
    rows = (_deal_row(record, settled, tr) for settled in game.played)
    return plain_table(columns, rows, bold=False)


def _deal_row(record: GameRecord, settled: SettledDeal, tr: Locale) -> Row:
    names = {seat: record.players[settled.before.player(seat)] for seat in Wind}
    settlement = settled.settlement
    offenders = settlement.offenders if settlement.spoilt else ()
    end = end_text(settled.deal.end, settlement.winners, offenders, names, tr)
    lines: list[TextLine] = [(end,)]
    if small := "; ".join([*_worth_words(settled, names, tr), *_table_words(settled, tr)]):
        lines.append((Styled(small, "small"),))
    for foul in settled.fouls:
        line = tr(foul_line(foul, settlement, names[foul.seat]))
        lines.append((Styled(line, "small"),))
    scores = [
        _points_cell(after, before, tr)
        for before, after in zip(settled.before.scores, settled.after.scores, strict=True)
    ]
    return Row((Cell(((round_text(settled.before, tr),),)), Cell(tuple(lines)), *scores))


def _points_cell(after: Points, before: Points, tr: Locale) -> Cell:
    """Return a score with its change below it."""
    change = whole(Fraction(after) - Fraction(before))
    change_text = signed_text(change, tr)
    lines: tuple[TextLine, ...] = ((points_text(after, tr),),)
    return Cell((*lines, (Styled(change_text, "small"),)) if change else lines)


def _worth_words(settled: SettledDeal, names: Mapping[Wind, str], tr: Locale) -> Iterator[str]:
    """Yield the value of each win that counts."""
    for seat, score in settled.settlement.scores.items():
        worth = tr(worth_in_words(score))
        several = len(settled.settlement.scores) > 1
        yield tr("{player} {worth}", player=names[seat], worth=worth) if several else worth


def _table_words(settled: SettledDeal, tr: Locale) -> Iterator[str]:
    """Yield the counters and bets that the winners received, and the bets that stay."""
    if points := _points_moved(settled, "counters"):
        yield tr("{points} for counters", points=points_text(points, tr))
    if points := _points_moved(settled, "own_bet", "bets"):
        yield tr("{points} of bets", points=points_text(points, tr))
    if points := _points_moved(settled, "own_bet", to_winners=False):
        yield tr("{points} of bets go back", points=points_text(points, tr))
    if isinstance(bets := settled.after.bets, int):
        if bets:
            yield tr.counted("{n} bet stays on the table", "{n} bets stay on the table", bets)
    else:
        yield tr("the pot of {n} bets stays on the table", n=points_text(bets, tr))


def _points_moved(settled: SettledDeal, *why: str, to_winners: bool = True) -> Points:
    """Return the points that winners received, or that others received back."""
    return whole(
        sum(
            Fraction(transfer.points)
            for transfer in settled.settlement.transfers
            if transfer.why in why and (transfer.taker in settled.settlement.winners) == to_winners
        )
    )


def round_text(standing: Standing, tr: Translator) -> str:
    """Return the round and the number of the dealer, with the counters: `E2 +1`."""
    counters = f" +{standing.counters}" if standing.counters else ""
    return f"{tr(str(standing.round_wind))[0].upper()}{standing.dealer + 1}{counters}"


def end_text(
    end: Ending,
    winners: Sequence[Wind],
    offenders: Sequence[Wind],
    names: Mapping[Wind, str],
    tr: Translator,
) -> str:
    """Return the end of a deal in a few words, with the players' names."""

    def named(seats: Sequence[Wind]) -> str:
        return tr.and_list(names[seat] for seat in seats)

    match end:
        case Wins(discarder=None) if winners:
            return tr("{player} draws", player=named(winners))
        case Wins(discarder=Wind() as discarder) if winners:
            return tr("{players} from {player}", players=named(winners), player=names[discarder])
        case _ if offenders:
            return tr("chombo of {players}", players=named(offenders))
        case Wins():
            return tr("aborted: {cause}", cause=tr(CAUSE_WORDS["three_calls"]))
        case ExhaustiveDraw(nagashi=nagashi) if nagashi:
            return tr("nagashi mangan of {players}", players=named(sorted(nagashi)))
        case ExhaustiveDraw():
            return tr("drawn")
        case AbortiveDraw(cause=cause):
            return tr("aborted: {cause}", cause=tr(CAUSE_WORDS[cause]))
        case Chombo():
            return tr("chombo")
        case Redeal():
            return tr("re-deal")


def _ending_sentence(over: GameEnd | None, game: Game, tr: Translator) -> str:
    end = tr("unfinished") if over is None else tr("over: {why}", why=tr(WHY[over]))
    if game.diverged is None:
        return end
    deal, how = game.diverged[0] + 1, tr(game.diverged[1])
    if game.diverged[1].template == OVER:
        return tr(
            "after hand {deal} {how}; the later hands were played under the first ruleset",
            deal=deal,
            how=how,
        )
    return tr(
        "{end}; after hand {deal} {how}, and the game would have continued differently",
        end=end,
        deal=deal,
        how=how,
    )


def _result_table(record: GameRecord, games: Sequence[tuple[Ruleset, Game]], tr: Locale) -> Block:
    finals = [final for _, game in games for final in game.finals]
    chips = any(final.chips or final.yakitori for final in finals)
    beside = (tr("chips"), tr("yakitori")) if chips else ()
    heads = (tr("place"), tr("score"), tr("bets"), tr("uma"), tr("penalty"), *beside, tr("result"))
    columns = [Column(tr("ruleset")), Column(tr("player"))]
    rows = []
    for ruleset, game in games:
        order = sorted(range(4), key=lambda player: (game.finals[player].place, player))
        for row, player in enumerate(order):
            final = game.finals[player]
            values = (
                points_text(final.score, tr),
                points_text(final.bets, tr),
                *(signed_text(points, tr) for points in (final.uma, final.penalty)),
                *(signed_text(points, tr) for points in (final.chips, final.yakitori) if chips),
                signed_text(final.result, tr),
            )
            label = ruleset.short_title_in(tr) if row == 0 else ""
            rows.append(plain_row(label, record.players[player], str(final.place), *values))
    return plain_table([*columns, *(Column(head, "right") for head in heads)], rows, bold=False)
