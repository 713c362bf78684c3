"""The sentences by which the fields of records are described in the published schemas.

They stand here and not in the models, which every command loads: a description serves an editor
and docs/records.md alone. What a model says of a field itself comes first.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

FIELDS = {
    "hand": "The concealed tiles without the winning tile, then the sets in brackets.",
    "winning_tile": "The tile that completes the hand.",
    "riichi": "Who declared riichi in the deal.",
    "ippatsu": "The win comes within the first turns after riichi, without a call between.",
    "after_kong": "The winning tile was drawn as the replacement for a kong.",
    "robbing_kong": "The winning tile extended a pung to a kong of another player.",
    "last_tile": "The winning tile is the last of the wall, or the last discard.",
    "first_turn": "In the first uninterrupted turns, before the player's own first discard.",
    "winning_tile_apart": "On a self-draw, the winning tile was kept apart from the hand.",
    "circumstances": "Facts that only some local yaku ask for.",
    "won_by": "The way in which the winning tile came.",
    "seat_wind": "The wind of the winner's seat.",
    "prevailing_wind": "The wind of the round: east in the east round.",
    "counters": "How many counters (honba) lie on the table in this deal.",
    "results": "The answer under each ruleset, by its id.",
    "ruleset_hash": "A hash of the values of the ruleset; another hash, other rules.",
    "valid": "True for a win, false where the hand does not win.",
    "yaku": "The yaku that are paid; their order has no meaning.",
    "count": "How often the hand has the yaku, where that is more than once.",
    "dora.dora": "Dora of the first indicator.",
    "kan_dora": "Dora of the indicators that kongs turned.",
    "ura_dora": "Dora of the indicator under the first, after riichi.",
    "kan_ura_dora": "Dora of the indicators under those of kongs, after riichi.",
    "red_fives": "Red fives in the hand.",
    "han": "Han of the whole hand, dora included; null where it is paid as a limit alone.",
    "yaku.han": "Han of this yaku, all its times together; null where it is paid as a limit.",
    "fu": "Fu, rounded up as the hand is paid; null where they do not count.",
    "fu_items": "Each source of fu before rounding; null where fu do not count.",
    "fu_items.fu": "Fu from this source, before rounding.",
    "yaku.id": "The id of a yaku, shipped or of the ruleset's own.",
    "fu_items.id": "The kind of the source of fu.",
    "id": "Anything that the record was given as its name; null where it had none.",
    "tile": "The tile of the pung or kong.",
    "concealed": "True where the pung or kong counts as concealed.",
    "limit": "The limit that the hand is paid as, or null.",
    "yakuman": "The number of yakuman that are paid.",
    "from_each": "Points from each other player, or from each but the dealer.",
    "from_dealer": "Points from the dealer, where another seat draws the winning tile.",
    "from_discarder": "Points from the player whose discard it was.",
    "total": "Points that the winner gets, counters included, bets not.",
    "standings.total": "The sum of the sessions less all deductions.",
    "reason": "The reason in words, or as one of the words listed.",
    "message": "The mistake in a sentence, for people.",
    "error": "The mistake, where the record could not be answered.",
    "code": "The kind of mistake as a word that stays the same.",
    "field": "The way to the field at fault, as `wins[0].hand`.",
    "line": "The line of the input that was read, from 1.",
    "end": "The way in which the deal ended.",
    "offenders": "Who made a chombo, also by a win that does not stand.",
    "setting": "Under which rules for fouls the deal is judged.",
    "fouls": "Fouls of the deal, with the player and what they come to.",
    "seat": "Whose win or foul it is, by seat wind or by name.",
    "foul": "The option of the chapter `fouls` that judges it.",
    "discarder": "Who gave the winning tile; null where nobody did.",
    "riichi_void": "The discarder whose riichi discard was won on, as the bet comes back; or null.",
    "wins": "The winning hands of the deal, with who won.",
    "tenpai": "Who showed a tenpai hand.",
    "nagashi": "Who has nagashi mangan.",
    "dead_hands": "Whose hand is dead.",
    "cause": "The reason for an abortive draw.",
    "bets_on_table": "Riichi bets that lie on the table from earlier deals.",
    "winners": "Whose wins stand, the nearest after the discarder first.",
    "refused": "Declared wins that are not paid, with the reason.",
    "deltas": "Points that each player gets, less what they pay; bets were paid when made.",
    "transfers": "Each payment: who pays whom, how much and for what.",
    "from": "Who pays; the table where points come off it.",
    "substitutes.from": "From when the substitute plays: the start, or during the session.",
    "to": "Who is paid; the table where points stay on it.",
    "points": "Points of this payment.",
    "deductions.points": "Points that come off, in the unit of the ruleset.",
    "why": "The cause of the payment.",
    "bets_left": "Points of riichi bets that stay on the table.",
    "dealer_stays": "The same player is East in the next deal.",
    "counters_next": "How many counters (honba) lie on the table in the next deal.",
    "redeal": "The deal is played again, and does not count as one.",
    "penalties": "Points off the result after uma, by player.",
    "fines": "Points off the score at the table, which nobody gets, by player.",
    "results.chips": "Chips that each player wins or loses in the deal.",
    "finals.chips": "How many chips the player has, more or less than at the start.",
    "comes_to": "The outcome as a word, null where nothing was judged.",
    "says": "The outcome in a sentence, for people.",
    "deals": "The deals of the game in their order.",
    "during_deal": "The number of the deal in which time was called, from 1.",
    "after_deal": "The number of the deal after which time was called; 0 before the first.",
    "title": "A name for people, as a heading.",
    "players": "The players by name; in a game the first East first.",
    "seating:players": "How many players take part.",
    "round": "The wind of the round that the deal belongs to.",
    "dealer": "The player who was East.",
    "scores": "The score of each player after the deal.",
    "bets": "Riichi bets on the table after the deal, in points.",
    "finals.bets": "Points of bets left on the table that the player got.",
    "over": "The rule that ended the game; null where it was broken off.",
    "parted": "Where the game would have gone on otherwise than it was played, or null.",
    "deal": "The number of the deal in the game, from 1.",
    "how": "The difference in a sentence, for people.",
    "finals": "The outcome of the game by player; null where a deal has a mistake.",
    "score": "The score at the table at the end, in points.",
    "place": "The place, 1 to 4 at a table; tied players share the better one.",
    "standings.place": "The place in the list; null for players who are not ranked.",
    "uma": "Points for the place at the table.",
    "oka": "The part of what everybody put in that this player got.",
    "penalty": "Points that penalties take off the result.",
    "yakitori": "Points for never having won a deal.",
    "result": "The outcome after uma and all penalties.",
    "fault": "The first deal with a mistake, or null.",
    "faults": "Every deal with a mistake.",
    "sessions": "The sessions by name, in their order.",
    "standings.sessions": "Each session of the player.",
    "seating:sessions": "How many sessions there are.",
    "to_come": "Tables that have no points yet, each with its session.",
    "unit": "The unit of results: points, or thousands of points.",
    "standings": "The players, the first place first.",
    "player": "The player, by the name in the file, or by number in a plan.",
    "status": "Why a player is or is not among those who are ranked.",
    "tables": "The sum of the results at tables, before deductions.",
    "deductions": "Points that come off results, each with its reason.",
    "standings.deductions": "All that comes off the player's results.",
    "notes": "Remarks for the list, in sentences.",
    "table_result": "The result at the table: score and uma, before deductions.",
    "session": "The session, as the file calls it, or its number in a plan.",
    "table": "The table, as the file calls it, or its number in a plan.",
    "played": "False where a substitute or nobody sat for the player.",
    "what": "The kind of deduction.",
    "substitutes": "Seats that substitutes took, with what they reached there.",
    "for": "The player who was replaced.",
    "entered": "The result that is entered for the substitute.",
    "meetings": "How many pairs meet how often: the times, then the number of pairs.",
    "most_often": "The pairs that meet most often.",
    "same_four": "Tables of four who sat together before.",
    "kept": "Players who stay at a table from one session to the next.",
    "verdicts": "Under each ruleset, what its rules say of this seating.",
    "rows": "A row for each player and session, East first at each table.",
}  # fmt: skip
"""By the name of a field; with a dot, by the list or object that it stands in."""

OF_SCENARIOS = {
    "scenario": "The id of the scenario, unlike that of any other.",
    "clauses": "Clauses of the books that it shows, by their ids.",
    "options": "Paths of the options that it tells apart, as `claims.winners`.",
    "says": "The situation in a sentence, for people.",
    "variants": "House rules by a name of their own, for values that no shipped ruleset has.",
    "given": "The facts, by the kind of scenario.",
    "expect": "What is expected under each ruleset or variant, by its id.",
    "east": "Of the seat that is East.",
    "south": "Of the seat to the right of East.",
    "west": "Of the seat opposite East.",
    "north": "Of the seat to the left of East.",
    "Anna": "Of the first East.",
    "Ben": "Of the first player in the south seat.",
    "Cleo": "Of the first player in the west seat.",
    "Dan": "Of the first player in the north seat.",
    "win": "The facts of one winning hand.",
    "deal": "How one deal ended: its wins, riichi and fouls.",
    "foul": "A mistake, by the name it has in the chapter `fouls`.",
    "play": "A deal from some moment on, and what is done.",
    "game": "The deals of a game, perhaps only where each ended.",
    "tournament": "What each player reached in each session.",
    "rule": "What is asked of the rules themselves.",
    "worth": "The worth in han, or as a limit.",
    "dora": "Dora of the hand, by their kinds.",
    "dora.dora": "Han of the first indicator.",
    "payments": "Who pays how much.",
    "fouls.foul": "The option of the chapter `fouls` that judges it.",
    "foulofdeal.foul": "The option of the chapter `fouls` that judges it.",
    "name": "The foul by its name, as riichi foul lists them.",
    "hands": "The concealed tiles of some seats, then their sets in brackets.",
    "draws": "Tiles that are drawn from the wall, the next one first.",
    "replacements": "Tiles that replace the fourth of a kong, the next one first.",
    "indicators": "The dora indicators, those of later kongs too.",
    "ura": "The tiles under the indicators.",
    "wall": "All 136 tiles in the order in which they are drawn, in place of hands.",
    "dice": "The throw that breaks a wall of sorted tiles, in place of hands.",
    "turn": "Whose turn it is: the seat that holds the tile just drawn or claimed.",
    "tiles_left": "How many tiles the live wall has, the drawn one not among them.",
    "discards": "The discards of some seats, the first one first.",
    "dead_hands": "Seats whose hands are dead.",
    "scores": "Points on the table by seat, or by player in a game.",
    "acts": "What is done, one act after another, each by its seat.",
    "act": "What the seat does, as `discard 5p` or `pung`.",
    "seconds": "How long after the discard the call comes.",
    "hasty": "The next player drew too fast for the call to come before.",
    "later": "The call comes after another call, not at once with it.",
    "rows": "A row for each player of each session.",
    "substitute": "From when a substitute plays for the player.",
    "chombo": "How many chombo the player made in the session.",
    "late_minutes": "How many minutes the player came late.",
    "absent": "Why a player takes no part in the session.",
    "disqualified": "The player has been disqualified.",
    "bets_left": "Points of riichi bets that nobody got.",
    "fu": "Fu of the hand, rounded up.",
    "has": "Ids of some yaku that are among them.",
    "has_not": "Ids of some yaku that are not among them.",
    "values": "What a ruleset file has at some options.",
    "rule.says": "The sentences for people of some options, by path.",
    "rule.yaku": "All yaku of the list, in any order.",
    "foul.chombo": "It comes to a chombo, perhaps under the condition.",
    "dead_hand": "It makes the hand dead, perhaps under the condition.",
    "void": "What was declared does not count.",
    "deal_again": "The tiles are dealt once more.",
    "referee": "The decision is left to a referee.",
    "regulated": "False where the rules say nothing of it.",
    "kind": "The outcome as a word.",
    "condition": "The condition on which the outcome depends, or null.",
    "riichi_bet": "What becomes of the bet of the riichi.",
    "excuse": "Something that excuses it, or null.",
    "disqualification": "Whether a player is excluded for it, and when.",
    "foul.penalty": "Points that the foul costs, or null.",
    "after_chombo": "The course of play after a chombo, or null.",
    "found_at": "When it is judged.",
    "next_deal": "Whether the same deal is played again.",
    "riichi_bets": "What becomes of the bets of the deal.",
    "with_win": "What becomes of a chombo at the moment of a win.",
    "last_timed_deal": "The same in the last deal before time is up.",
    "least": "The smallest number of points that it can be.",
    "most": "The largest number of points that it can be.",
    "penalty.points": "The number of points, where it is one.",
    "from_east": "Points that an offending East pays to each other player.",
    "to_east": "Points that an offender pays to East.",
    "to_other": "Points that an offender pays to each other player but East.",
    "paid_to": "Who gets the points.",
    "booked": "Where the points come off: at the table, or after uma.",
    "repeated": "The outcome when it happens once more.",
    "penalty.fines": "Amounts to choose from.",
    "serious": "The range of amounts in serious cases.",
    "drawn": "The tile that was just drawn, or null.",
    "open_riichi": "Seats whose riichi is open.",
    "play.riichi": "Seats that have declared riichi.",
    "play.ippatsu": "Seats whose riichi still has the chance of ippatsu.",
    "play.first_turn": "Nothing has broken the first set of turns.",
    "furiten": "Seats that cannot win on a discard.",
    "play.tenpai": "Seats that are one tile from a complete hand.",
    "awaited": "What is waited for, in words.",
    "dead_wall": "How many tiles lie in the dead wall.",
    "events": "Some events in their order; others may lie between.",
    "settled": "A part of what can be expected of a deal, or null.",
    "may": "Acts that are open to some seats.",
    "may_not": "Acts that are closed to some seats.",
    "broken": "Whose wall the dice broke.",
    "stacks": "How many stacks lie to the right of the break.",
    "dead": "How many stacks of the dead wall lie before each seat.",
    "play.refused": "Acts that were not allowed, by seat.",
    "play.end": "How the deal ended, or null while it goes on.",
    "play.bets": "Riichi bets on the table, in points.",
    "stage.counters": "Counters (honba) before the deal.",
    "stage.winners": "The players whose wins stand.",
    "chips": "How many chips the player has, more or less than at the start.",
    "deal.chips": "Chips that each player wins or loses.",
    "kept_at_a_table": "Who sits at one table in two sessions one after the other.",
    "keeping_forbidden": "The rules do not allow that.",
}
"""Sentences of a file of scenarios, before those above; with a dot, by what is expected."""

OF_A_WIN = {"riichi": "The winner's riichi: none, plain, or in the first turns (double)."}
"""The sense of a field in the record of one win, where it has another in a deal."""


def described(schema: Any, kind: str, parent: str = "") -> Any:
    """Return the schema of a record with a description for each field that has none.

    Args:
        schema: the schema or a part of it.
        kind: the kind of record, as `riichi schema` names it.
        parent: the field whose value the part describes.
    """
    if isinstance(schema, list):
        return [described(one, kind, parent) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found = {}
    for key, part in schema.items():
        if key == "properties":
            found[key] = {
                name: _worded(
                    described(one, kind, name), kind, parent, name, of_a_win="hand" in part
                )
                for name, one in part.items()
            }
        elif key == "$defs" and kind == "scenarios":
            found[key] = {name: described(one, kind, _expected(name)) for name, one in part.items()}
        else:
            found[key] = part if key in ("if", "then", "enum") else described(part, kind, parent)
    return found


def _expected(definition: str) -> str:
    """Return what a definition of the schema of scenarios expects something of, as `foul`."""
    return definition.removeprefix("Expected").removeprefix("expected.").lower()


def _worded(field: Any, kind: str, parent: str, name: str, of_a_win: bool) -> Any:
    """Return the schema of one field with its description."""
    if not isinstance(field, dict) or "description" in field:
        return field
    names = (f"{kind}:{parent}.{name}", f"{kind}:{name}", f"{parent}.{name}", name)
    if of_a_win and name in OF_A_WIN:
        return field | {"description": OF_A_WIN[name]}
    own = (OF_SCENARIOS[one] for one in names[2:] if kind == "scenarios" and one in OF_SCENARIOS)
    known = (FIELDS[one] for one in names if one in FIELDS)
    sentence = next(chain(own, known), None)
    return field if sentence is None else {"description": sentence} | field
