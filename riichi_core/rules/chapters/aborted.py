"""Consequences of calling a deal off: the same parts wherever a ruleset calls one off."""

from typing import Annotated, Literal

from riichi_core.language import Translator
from riichi_core.rules.options import Option, RecordValue, describe_value, meaning


class AfterAbortiveDraw(RecordValue):
    """After a deal that was called off; there are never noten payments."""

    counter: Annotated[
        Literal["added", "not_added"],
        Option(
            "Counter after a deal that was called off",
            {"added": "a counter is added", "not_added": "no counter is added"},
        ),
    ]
    dealer: Annotated[
        Literal["stays", "rotates"],
        Option(
            "East after a deal that was called off",
            {"stays": "East stays", "rotates": "the dealership passes"},
        ),
    ]
    bets: Annotated[
        Literal["stay", "returned"],
        Option(
            "Riichi bets after a deal that was called off",
            {"stay": "bets wait for the next winner", "returned": "bets go back to their owners"},
        ),
    ]


def aborted_sentence(value: AfterAbortiveDraw, tr: Translator) -> str:
    """Return what follows, as a clause of a sentence."""
    counter, dealer, bets = (
        describe_value(option, getattr(value, name), tr)
        for name, field in AfterAbortiveDraw.model_fields.items()
        if (option := meaning(field)) is not None
    )
    return tr(
        "there are no noten payments, {counter}, {dealer} and riichi {bets}",
        counter=counter,
        dealer=dealer,
        bets=bets,
    )
