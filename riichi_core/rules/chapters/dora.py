"""Dora: which indicators count, for whom, and when a quad's indicator is turned."""

from typing import Annotated, Any, ClassVar, Literal

from riichi_core.language import Translatable, Translator
from riichi_core.rules.options import ByShape, Chapter, CompoundValue, option

WhenTurned = Literal["before_replacement", "after_replacement", "at_discard", "after_discard"]

TURNED: dict[str, Translatable] = {
    "before_replacement": "before the replacement tile is drawn",
    "after_replacement": "after the replacement tile is drawn and before the discard; it counts "
    "for a win on that tile",
    "at_discard": "with the next discard, so it counts for a win on that discard, or before the "
    "next replacement tile if another quad comes first",
    "after_discard": "after the next discard if nobody wins on it, or before the next replacement "
    "tile if another quad comes first",
}


TURNED_LABELS: dict[str, Translatable] = {
    "before_replacement": "Before the replacement tile",
    "after_replacement": "After the replacement tile",
    "at_discard": "With the discard",
    "after_discard": "After the discard",
}

NO_URA: Translatable = "The tiles under them do not count."


def _turned_option(kind: str) -> Any:
    says = {word: f"For {kind} it is turned {when}." for word, when in TURNED.items()}
    return option(f"Indicator of {kind}", says, labels=TURNED_LABELS)


class KanDora(CompoundValue):
    """Each completed quad reveals one more indicator."""

    claimed: WhenTurned = _turned_option("a claimed quad")
    extended: WhenTurned = _turned_option("an extended quad")
    concealed: WhenTurned = _turned_option("a concealed quad")
    ura: Literal["counted", "not_counted"] = option(
        "The tiles under the kan dora indicators",
        {"counted": "The tiles under them count as ura dora.", "not_counted": NO_URA},
        labels={"counted": "They count as ura dora", "not_counted": "They do not count"},
    )


def _quads_sentence(value: KanDora | str, tr: Translator) -> str:
    if not isinstance(value, KanDora):
        return tr("Quads turn no indicators.")
    ura = f" {tr(NO_URA)}" if value.ura == "not_counted" else ""
    return _turning_sentence(value, tr) + ura


def _turning_sentence(value: KanDora, tr: Translator) -> str:
    kinds = (value.claimed, value.extended, value.concealed)
    claimed, extended, concealed = (tr(TURNED[when]) for when in kinds)
    if len(set(kinds)) == 1:
        return tr("Each quad, of any kind, reveals one more indicator {when}.", when=claimed)
    return tr(
        "Each quad reveals one more indicator: a claimed one {claimed}; an extended quad "
        "{extended}; a concealed one {concealed}.",
        claimed=claimed,
        extended=extended,
        concealed=concealed,
    )


class Dora(Chapter):
    """Tiles that add a han each."""

    TITLE: ClassVar[str] = "Dora"

    ura: Literal["riichi_winners", "none"] = option(
        "Ura dora",
        {
            "riichi_winners": "A winner in riichi also counts the dora shown by the tiles under "
            "the indicators.",
            "none": "The tiles under the indicators never count.",
        },
        clauses="dora-ura dora-ura-riichi-only",
        asked="hand",
    )
    kan_dora: Annotated[Literal["none"] | KanDora, ByShape] = option(
        "Kan dora indicators",
        _quads_sentence,
        labels={"none": "No kan dora", "=claimed": "Quads turn indicators"},
        clauses="dora-kan-dora dora-kan-timing dora-kan-indicator-rinshan",
    )
