"""The consequences of an aborted deal, which are the same parts in several options."""

from typing import Literal

from riichi_core.language import Translator
from riichi_core.rules.options import CompoundValue, describe_value, option, option_of


class AfterAbortiveDraw(CompoundValue):
    """The consequences of an aborted deal; there are never noten payments."""

    counter: Literal["added", "not_added"] = option(
        "Counter after an abortive draw",
        {
            "added": "a counter is added",
            "not_added": "no counter is added",
        },
    )
    dealer: Literal["stays", "rotates"] = option(
        "East after an abortive draw",
        {
            "stays": "East stays",
            "rotates": "the dealer rotates",
        },
    )
    bets: Literal["stay", "returned"] = option(
        "Riichi bets after an abortive draw",
        {
            "stay": "bets wait for the next winner",
            "returned": "bets go back to their owners",
        },
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
