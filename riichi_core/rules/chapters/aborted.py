"""The consequences of an aborted deal, which are the same parts in several options."""

from typing import Annotated, Literal

from riichi_core.language import Translator
from riichi_core.rules.options import (
    ByCase,
    ByShape,
    CompoundValue,
    describe_value,
    option,
    option_of,
)

DealerAfter = Literal["stays", "rotates"]

DEALER_AFTER = {"stays": "East stays", "rotates": "the dealer rotates"}


class DealerByCause(CompoundValue, ByCase[DealerAfter]):
    """East after an abortive draw, by its cause."""

    nine_kinds: DealerAfter | None = option("After nine kinds", DEALER_AFTER, default=None)
    four_winds: DealerAfter | None = option("After four equal winds", DEALER_AFTER, default=None)
    four_riichi: DealerAfter | None = option("After four riichi", DEALER_AFTER, default=None)
    four_quads: DealerAfter | None = option("After four quads", DEALER_AFTER, default=None)
    other: DealerAfter = option("After other causes", DEALER_AFTER)


class DealerByCaller(CompoundValue, ByCase[DealerAfter]):
    """East after three calls, by whether East is among the callers."""

    east: DealerAfter = option("If East is one of the three", DEALER_AFTER)
    other: DealerAfter = option("If East is not one of them", DEALER_AFTER)


EAST = "East after an abortive draw"


class AfterAbortiveDraw(CompoundValue):
    """The consequences of an aborted deal; there are never noten payments."""

    counter: Literal["added", "not_added"] = option(
        "Counter after an abortive draw",
        {
            "added": "a counter is added",
            "not_added": "no counter is added",
        },
        usual="added",
    )
    dealer: DealerAfter | DealerByCause | DealerByCaller = option(EAST, DEALER_AFTER, usual="stays")
    bets: Literal["stay", "returned"] = option(
        "Riichi bets after an abortive draw",
        {
            "stay": "bets wait for the next winner",
            "returned": "bets go back to their owners",
        },
        usual="stay",
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
    counter, dealer, bets = (
        describe_value(option, getattr(value, name), tr)
        for name, field in AfterAbortiveDraw.model_fields.items()
        if (option := option_of(field)) is not None
    )
    return tr(
        "there is no noten penalty, {counter}, {dealer} and riichi {bets}",
        counter=counter,
        dealer=dealer,
        bets=bets,
    )
