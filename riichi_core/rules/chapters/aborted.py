"""The consequences of an aborted deal, which are the same parts in several options."""

from typing import Annotated, Literal

from riichi_core.language import Translator
from riichi_core.rules.options import (
    ByCase,
    ByShape,
    CompoundValue,
    case_option,
    cases_of,
    option,
)  # fmt: skip

DealerAfter = Literal["stays", "rotates"]

DEALER_AFTER = {"stays": "East stays", "rotates": "the dealer rotates"}


class DealerByCause(CompoundValue, ByCase[DealerAfter]):
    """East after an abortive draw, by its cause."""

    nine_kinds: DealerAfter | None = case_option("After nine kinds", DEALER_AFTER)
    four_winds: DealerAfter | None = case_option("After four equal winds", DEALER_AFTER)
    four_riichi: DealerAfter | None = case_option("After four riichi", DEALER_AFTER)
    four_quads: DealerAfter | None = case_option("After four quads", DEALER_AFTER)
    other: DealerAfter = option("After other causes", DEALER_AFTER)


class DealerByCaller(CompoundValue, ByCase[DealerAfter]):
    """East after three calls, by whether East is among the callers."""

    east: DealerAfter = option("If East is one of the three", DEALER_AFTER)
    other: DealerAfter = option("If East is not one of them", DEALER_AFTER)


COUNTER_AFTER = {"added": "a counter is added", "not_added": "no counter is added"}

BETS_AFTER = {"stay": "bets wait for the next winner", "returned": "bets go back to their owners"}

EAST = "East after an abortive draw"


class AfterAbortiveDraw(CompoundValue):
    """The consequences of an aborted deal; there are never noten payments."""

    counter: Literal["added", "not_added"] = option(
        "Counter after an abortive draw", COUNTER_AFTER, usual="added"
    )
    dealer: DealerAfter | DealerByCause | DealerByCaller = option(EAST, DEALER_AFTER, usual="stays")
    bets: Literal["stay", "returned"] = option(
        "Riichi bets after an abortive draw", BETS_AFTER, usual="stay"
    )


class AfterCause(AfterAbortiveDraw):
    """The consequences of an abortive draw."""

    dealer: Annotated[DealerAfter | DealerByCause, ByShape] = option(
        EAST, DEALER_AFTER, labels={"=nine_kinds": "By its cause"}, usual="stays"
    )


class AfterThreeCalls(AfterAbortiveDraw):
    """The consequences of three calls that abort a deal."""

    dealer: Annotated[DealerAfter | DealerByCaller, ByShape] = option(
        EAST, DEALER_AFTER, labels={"=east": "By who called"}, usual="stays"
    )


def after_abort_sentence(value: AfterAbortiveDraw, tr: Translator) -> str:
    """Return the consequences, as a clause of a sentence."""
    dealer = value.dealer
    cases = [("", tr(DEALER_AFTER[dealer]))] if isinstance(dealer, str) else cases_of(dealer, tr)
    *named, (_, other) = cases
    brackets = "; ".join(f"{case[0].lower()}{case[1:]}: {text}" for case, text in named)
    return tr(
        "there is no noten penalty, {counter}, {dealer} and riichi {bets}",
        counter=tr(COUNTER_AFTER[value.counter]),
        dealer=f"{other} ({brackets})" if named else other,
        bets=tr(BETS_AFTER[value.bets]),
    )
