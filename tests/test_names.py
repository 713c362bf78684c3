"""Each thing has one name, from YAML to Python: names that were given up do not come back."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]

GIVEN_UP = """
    CLOSED_AND_OPEN CLOSED_FORMS CLOSED_OCCASIONS CLOSED_TANYAO
    ChomboEnding ClaimedKong ConcealedKong DealtAgain ExtendedKong after_a_kong after_kong
    after_two_kongs all_pungs any_completing call_after_the_wall chow_class chow_place
    claim_after_riichi_kept comes_to concealed_kong concealed_pungs counts_as_it_points
    dead_wall_tile_kept deal_again deal_passes deals_otherwise dealt_again
    dealt_again_before_tiles_seen dealt_again_if_disturbing double_pair dragon_pung
    draw_after_the_wall draw_and_kong drawn_tile_unknown empty_concealed_kong
    empty_win_call_hidden exposed_in_deal extended_kong false_concealed_kong
    false_kong_replaced first_turn_kong four_concealed_pungs four_concealed_pungs_pair_wait
    four_identical_chows four_kongs free_then_referee games_otherwise goes_on in_part
    void_unless_unsettled
    kept_deal kong_after kong_declared kong_discard kong_indicators kong_made
    last_tile_after_kong last_tile_claim last_tile_draw leader_stops
    leading_east_ends made_under LeaderStops
    mistake_in_deal mixed_triple_chow nearest_wins not_dealt_again noten_if_kong
    one_double_chow open_above_closed outside_hand places_a_game points_a_deal prevailing_wind
    prevailing_wind_pair prevailing_wind_pung pung_then_ron pure_double_chow put_right
    regretted_meld_call result_a_game riichi_kong riichi_next_not_turned robbing_a_kong
    robbing_kong ron_then_pung same_again same_with_counter seat_wind_pung
    self_draw_after_kong set_points_wrong stays_if_his terminals_in_all_sets
    three_concealed_pungs three_kongs to_come triple_pung twice_pure_double_chow
    two_double_chows unplayable_blameless valid_then_referee won_claimed won_drawn
    wrong_tile_kept
    dead_hand_excuse dice_before_signal signal_before_dice hasty_play win_after_discard_hidden
    win_after_discard_shown take_within tile_not_apart stays_as_any_winner stays_as_nearest
    declaration_with_dead_hand win_after_tenpai read_game earliest_winner passed_tile
    wrong_wall_place same_waits_and_all_readings hasty_replacement until_next_act scores_asked
    hands_shown hands_hidden two_then_abort riichi_hand_touched dead_hand_unproven
"""
"""Names of options, values, yaku, fields and classes that have another name now."""

MAY_NAME_THEM = {"rulesets/other-ids.json", "tests/test_names.py"}
"""The words by which people may look for a rule."""


def test_no_given_up_name_is_in_the_repository() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    found, given_up = [], {*GIVEN_UP.split()}
    for name in filter(None, listed.split("\0")):
        if name in MAY_NAME_THEM or not (path := ROOT / name).is_file():
            continue
        text = path.read_bytes().decode("utf-8", errors="ignore")
        found += [(name, word) for word in given_up.intersection(re.findall(r"\w+", text))]
    assert found == []


CLOSED = re.compile(
    r"""closed["']?: ?[\d{…]|closed["']: ?[a-z]|HanWorth\(closed=|=closed/|red_five\.closed"""
    r"|(fu|keeps|still|tenhou|above)-closed|(?i:closed (quad|kan|kong|triplet|pung|pinfu|tanyao))"
)
"""Hands and what they are worth as closed; a wait, a list and a call can be."""

ASKED = ("rulesets/names.yaml", "rulesets/questions.yaml", "tests/cli/questions_of_strangers.yaml")
"""The words of people who ask."""


def test_a_hand_is_concealed_and_never_closed() -> None:
    files = subprocess.run(
        ["git", "grep", "-nE", "-i", "closed"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    mine = (*ASKED, "tests/test_names.py")
    assert [one for one in files if not one.startswith(mine) and CLOSED.search(one)] == []
