"""The form of a ruleset: controls for each shape of value, with the sentences of its options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from riichi.content.citations import format_citation
from riichi.locale import Locale
from riichi.web.markup import Html, el, together
from riichi.web.rulesets import example_value, option_id, short_title
from riichi.web.value_shape import (
    Choice,
    Items,
    Number,
    Record,
    Shape,
    Word,
    Words,
    branch_name,
    branch_of,
    default_value,
    penalty_shape,
    shape_of,
)
from riichi_core.language import Translatable
from riichi_core.rules.chapters.yaku import worth_sentence
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.options import Option
from riichi_core.rules.rules import chapters, options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.settings import local_setting, local_yaku_options, setting

COMMON_OPTIONS = (
    *("setup.starting_points", "result.return_points", "result.oka", "result.uma"),
    *("tiles.red_fives", "dora.kan_dora", "claims.winners", "claims.forbidden_swaps"),
    *("riichi.needs_points", "yaku.all_simples", "yaku.ippatsu", "yaku.blessing_of_man"),
    *("fu.double_wind_pair", "limits.counted_yakuman", "limits.raised_to_mangan"),
    *("draws.noten_total", "draws.abortive", "draws.nagashi"),
    *("end.extension", "end.bust", "end.dealer_stops", "end.bets_left"),
)
"""The options that clubs change most often, which the page shows first."""

KIND_LABELS: Mapping[str, Translatable] = {
    "=after_uma": "Points off the result after uma",
    "=at_table": "Points at the table",
    "=to_each": "Points to each other player",
    "=number": "A number",
    "=points": "Points or a ban",
    "=penalty": "Judged only at some ends",
    "=concealed": "Han",
    "=limit": "Limit",
    "=yakuman": "Yakuman",
    "=list": "The following",
}
"""The label of a kind of value that many options have."""

UNITS: Mapping[str, Translatable] = {
    "points": "points",
    "han": "han",
    "fu": "fu",
    "minutes": "minutes",
    "rounds": "rounds",
    "yakuman": "yakuman",
    "tiles": "tiles",
    "counters": "counters",
    "chips": "chips",
    "discards": "discards",
    "seconds": "seconds",
}

PLACES: tuple[Translatable, ...] = ("1st", "2nd", "3rd", "4th")
"""The labels of the numbers of an option with one for each place in the game."""

BY_PLACE = ("result.uma",)
"""The options with a number for each place."""

IN_THOUSANDS = ("setup.starting_points", "result.return_points", "result.uma", "end.extension",
                "end.bust", "end.ceiling")  # fmt: skip
"""The options whose points people write in thousands: 20 means 20,000."""

RARE_PART = "cumulative"
"""The part of a yaku's value that is hardly ever false: a value in han has its tick only then."""

MOST_RADIOS = 5
"""The maximum number of alternatives as radio buttons; more become a list to choose from."""

MOST_WORDS = 5
"""The maximum number of words in the labels of a list for parts of an option."""

LONGEST_REASON = 300


@dataclass(frozen=True, slots=True)
class Controls:
    """The controls of one option.

    Attributes:
        path: the option.
        tr: the language of its text.
        compact: whether alternatives are a list to choose from instead of radio buttons.
        disabled: whether they belong to an alternative that is not chosen.
        labelled: whether a list to choose from is in a label with its title.
    """

    path: str
    tr: Locale
    compact: bool = False
    disabled: bool = False
    labelled: bool = False

    def draw(self, shape: Shape, option: Option | None, name: str, value: Any) -> Html:
        """Return the controls of a value from a ruleset file; `name` is that of its field."""
        match shape:
            case Number():
                return self._number(shape, option, name, value)
            case Words():
                return self._set(shape, option, name, value)
            case Items():
                return self._items(shape, option, name, value)
            case Record():
                return self._record(shape, name, value)
            case Choice(branches) if len(branches) > MOST_RADIOS or self._is_compact(
                option, name, branches
            ):
                return self._select(shape, option, name, value)
            case Choice():
                return self._radios(shape, option, name, value)
            case Word():
                return el("span")

    # ---- words -----------------------------------------------------------------------------------

    def _word(self, option: Option | None, value: object) -> str:
        sentences = option.sentences if option else {}
        key = str(value).lower() if isinstance(value, bool) else str(value)
        if callable(sentences):
            return sentences(value, self.tr)
        if isinstance(sentences, str) and "{value}" in sentences:
            return self.tr(sentences, value=value)
        known = sentences if isinstance(sentences, Mapping) else {}
        return self.tr(known.get(key, _in_plain_words(key)))

    def _branch(self, option: Option | None, branch: Shape) -> str:
        """Return the label of an alternative."""
        if isinstance(branch, Word):
            left_out = self._short(option, branch) if branch.value is None else ""
            return left_out or self._word(option, branch.value)
        sentences = option.sentences if option else {}
        label: str | None = None
        if isinstance(branch, Record) and isinstance(sentences, Mapping):
            heading = sentences.get(branch.key, sentences.get("record", ""))
            label = heading if "{" not in heading else ""
        label = label or self._short(option, branch) or KIND_LABELS.get(branch_name(branch))
        if label:
            return self.tr(label)
        parts = branch.parts if isinstance(branch, Record) else ()
        return ", ".join(self.tr(part.title) for _, _, part in parts if part)

    def _short(self, option: Option | None, branch: Shape) -> str:
        """Return the short name of a way to play; empty if there is only a sentence."""
        return self.tr(option.label(branch_name(branch))) if option else ""

    def _is_compact(self, option: Option | None, name: str, branches: Sequence[Shape]) -> bool:
        """Return True if the English labels fit a list, so that all languages have one control."""
        if self.compact or name == self.path:
            return self.compact
        english = replace(self, tr=Locale())
        labels = (
            english._short(option, branch) or english._branch(option, branch) for branch in branches
        )
        return all(len(label.split()) <= MOST_WORDS for label in labels)

    # ---- controls --------------------------------------------------------------------------------

    def _number(
        self, shape: Number, option: Option | None, name: str, value: Any, label: str = ""
    ) -> Html:
        unit = self.tr(UNITS.get(option.unit, option.unit)) if option and option.unit else ""
        label = label or (self.tr(option.title) if option else "")
        control = el(
            "input", type="number", inputmode="numeric", name=name,
            value="" if value is None else str(value), min=shape.least, max=shape.most,
            step=shape.step if shape.step > 1 else None, required=not shape.optional,
            data_thousands=self.path in IN_THOUSANDS and unit in ("", self.tr("points")),
            disabled=self.disabled,
        )  # fmt: skip
        is_title = name == self.path  # it is above the control
        text = el("span", label, class_="sr" if is_title else None)
        return el("label", text, control, el("small", unit), class_="number")

    def _set(self, shape: Words, option: Option | None, name: str, value: Any) -> Html:
        chosen = value if isinstance(value, (list, tuple)) else ()
        boxes = [
            tick_box("checkbox", name, word, self._word(option, word), checked=word in chosen,
                     disabled=self.disabled)
            for word in shape.words
        ]  # fmt: skip
        sentences = option.sentences if option else {}
        none_sentence = sentences.get("", "") if isinstance(sentences, Mapping) else ""
        note = el("p", self.tr("None ticked: {says}", says=self.tr(none_sentence)), class_="none")
        return el("div", boxes, note if none_sentence else None, class_="set")

    def _items(self, shape: Items, option: Option | None, name: str, value: Any) -> Html:
        """Return a row of controls for each item, or all numbers in one row."""
        values = list(value) if isinstance(value, (list, tuple)) else []
        item_shape = shape.of
        cells = []
        for index in range(shape.most):
            item_name, item = f"{name}/{index}", values[index] if index < len(values) else None
            if isinstance(item_shape, Number):
                label = self.tr(PLACES[index]) if self.path in BY_PLACE else f"{index + 1}."
                number = replace(item_shape, optional=index >= shape.least)
                cells.append(self._number(number, None, item_name, item, label))
            else:
                cells.append(el("div", self.draw(item_shape, option, item_name, item or {})))
        numbers = isinstance(item_shape, Number)
        return el("div", cells, class_="row" if numbers else "rows")

    def _record(self, shape: Record, name: str, value: Any) -> Html:
        values = value if isinstance(value, dict) else {}
        parts = [part for part in shape.parts if part[0] != RARE_PART]
        numbers = all(isinstance(part, Number) for _, part, _ in parts)
        blank = value == {}
        cells = []
        for key, part, option in parts:
            part_value = values.get(key, None if blank else default_value(part))
            words = isinstance(part, Choice) and all(isinstance(one, Word) for one in part.branches)
            inside = replace(self, labelled=words)
            control = inside.draw(part, option, f"{name}/{key}", part_value)
            if isinstance(part, Number):
                cells.append(control)
            else:
                title = self.tr(option.title) if option else key
                heading = el("span", title, class_="part")
                if words and control.startswith("<select"):
                    cells.append(el("label", heading, control))
                else:
                    cells.append(el("div", heading, control, role="group", aria_label=title))
        for key, _, option in shape.parts:
            is_false = values.get(key) is False
            if key == RARE_PART and (is_false or shape.key == "limit"):
                label = self._word(option, value=False)
                cells.append(tick_box("checkbox", f"{name}/{key}", "false", label, checked=is_false,
                                      disabled=self.disabled))  # fmt: skip
        return el("div", cells, class_="row" if numbers else "record")

    def _inner(
        self, branch: Shape, option: Option | None, name: str, value: Any, *, chosen: bool
    ) -> Html:
        """Return the controls of one alternative, hidden and not sent while another is chosen."""
        if not chosen and branch == penalty_shape():
            return Html("")  # the page adds these controls where a visitor chooses them
        tag = branch_name(branch)
        known = value if chosen else example_value(self.path, tag) if name == self.path else None
        inner_value = default_value(branch) if known is None else known
        inside = replace(self, disabled=self.disabled or not chosen)
        control = inside.draw(branch, option, f"{name}/{tag}", inner_value)
        return el("div", control, class_="inner", data_tag=tag, hidden=not chosen)

    def _radios(self, shape: Choice, option: Option | None, name: str, value: Any) -> Html:
        chosen = branch_of(shape, value)
        rows = []
        for branch in shape.branches:
            label, short = self._branch(option, branch), self._short(option, branch)
            rows.append(tick_box(
                "radio", name, branch_name(branch), label, short="" if short == label else short,
                checked=branch is chosen, disabled=self.disabled,
            ))  # fmt: skip
            if not isinstance(branch, Word):
                rows.append(self._inner(branch, option, name, value, chosen=branch is chosen))
        return el("div", rows, class_="radios")

    def _select(self, shape: Choice, option: Option | None, name: str, value: Any) -> Html:
        chosen = branch_of(shape, value)
        title = None if self.labelled else self.tr(option.title) if option else self.path
        items = [el("option", "", value="", selected=True)] if value is None and not chosen else []
        items += [
            el("option", self._short(option, branch) or self._branch(option, branch),
               value=branch_name(branch), selected=branch is chosen)
            for branch in shape.branches
        ]  # fmt: skip
        inner = [
            self._inner(branch, option, name, value, chosen=branch is chosen)
            for branch in shape.branches
            if not isinstance(branch, Word)
        ]
        select = el("select", items, name=name, aria_label=title, disabled=self.disabled)
        return together(select, inner)


def _in_plain_words(word: str) -> str:
    return word.replace("_", " ").capitalize()


def tick_box(
    kind: str, name: str, value: str, label: str, *, short: str = "", checked: bool,
    disabled: bool = False,
) -> Html:  # fmt: skip
    """Return a tick box or radio button, with its short name, if any, and its sentence."""
    control = el("input", type=kind, name=name, value=value, checked=checked, disabled=disabled)
    text = el("span", el("b", short), " ", label) if short else el("span", label)
    return el("label", control, text, class_="pick")


def own_worth_html(tr: Locale) -> Html:
    """Return the controls of the worth of a club's own yaku."""
    option = Option(tr("Worth"), worth_sentence)
    control = Controls("yaku.own", tr, compact=True).draw(
        shape_of("yaku.own"), option, "worth", {"concealed": 1}
    )
    return el("div", el("span", tr("Worth")), control, class_="worth row")


# ---- options and chapters ------------------------------------------------------------------------


def form_html(ruleset: Ruleset, tr: Locale) -> Html:
    """Return all options of a ruleset as controls, chapter by chapter.

    The controls of a foul's penalty are there once: dom.js copies them.
    """
    tr = tr.of(ruleset)
    penalty = Controls("@", tr, compact=True, disabled=True).draw(penalty_shape(), None, "@", None)
    shared = el("template", penalty, id="penalty-fields")
    return together(shared, (_chapter_html(chapter, ruleset, tr) for chapter in chapters()))


def _chapter_html(chapter: str, ruleset: Ruleset, tr: Locale) -> Html:
    model = chapters()[chapter]
    rows = [option_html(ruleset, f"{chapter}.{name}", tr) for name, _ in model.options()]
    heading = el("summary", el("h3", tr(model.TITLE)), el("span", class_="count"))
    adding: list[Html] = []
    if chapter == "yaku":
        rows += [option_html(ruleset, path, tr) for path in local_yaku_options(ruleset)]
        own = tr("Make a yaku of your own")
        button = el("button", own, type="button", id="new-yaku", data_make="yaku")
        adding = [el("div", button, class_="add")]
    body = el("div", el("div", rows, class_="options"), adding, class_="body")
    return el("details", heading, body, class_="chapter", id=f"c-{chapter}", data_chapter=chapter)


def option_html(
    ruleset: Ruleset, path: str, tr: Locale, value: Any = None, reason: str = ""
) -> Html:
    """Return the controls of one option, with the base's value and a field for a reason.

    `value` is the value to show, as in a ruleset file; None for the base's value.
    """
    tr = tr.of(ruleset)
    title, sentence, source, base_value = _option_in_ruleset(ruleset, path, tr)
    shown_value = base_value if value is None else value
    name = option_id(path)
    is_yaku = path.startswith("yaku.")
    is_own = is_yaku and is_own_yaku(shown_value)
    title = _own_yaku_name(shown_value, tr) or title if is_own else title
    option = replace(options()[path], title=title) if path in options() else Option(title, "")
    if is_own:
        control = el("p", el("button", tr("Change this yaku"), type="button", data_own=path))
    else:
        control = Controls(path, tr, compact=is_yaku or path.startswith("fouls.")).draw(
            shape_of(path),
            replace(option, sentences=worth_sentence) if is_yaku else option,
            path,
            shown_value,
        )
    short = short_title(ruleset.id, tr)
    notes = None if is_own else _source_html(source, title, short, tr)
    in_base = el("p", el("b", tr("In {ruleset}:", ruleset=short)), " ", sentence, class_="was")
    why = el("input", name=f"why:{path}", value=reason, maxlength=LONGEST_REASON,
             autocomplete="disabled")  # fmt: skip
    reason_field = el("label", el("span", tr("Why (optional)")), why, class_="field")
    back = el("button", tr("Back to {ruleset}", ruleset=short), type="button", data_back=True)
    error = el("p", class_="error", role="alert")
    rest = [error, el("div", in_base, reason_field, back, class_="own")]
    if is_yaku:
        heading = el("span", title, class_="title", id=f"t-{name}")
        return el("div", heading, control, notes, rest, class_="option worth", id=name,
                  role="group", aria_labelledby=f"t-{name}", data_path=path)  # fmt: skip
    return el("fieldset", el("legend", title), notes, control, rest, class_="option", id=name,
              data_path=path)  # fmt: skip


def _source_html(source: str, title: str, ruleset: str, tr: Locale) -> Html:
    """Return the book's section for an option, behind a small mark that opens it."""
    label = tr("{title}: source in {ruleset}", title=title, ruleset=ruleset)
    mark = el("summary", aria_label=label)  # the stylesheet draws an i
    text = el("p", el("b", ruleset), " ", source)
    return el("details", mark, text, class_="citation", name="source")


def is_own_yaku(value: object) -> bool:
    """Return True for a yaku that the file defines, and does not only give a value."""
    return isinstance(value, Mapping) and "worth" in value


def _own_yaku_name(value: Mapping[str, Any], tr: Locale) -> str:
    """Return the name of a yaku from its definition in the file."""
    names = value.get("name")
    spellings = names if isinstance(names, Mapping) else {}
    order = ("ja", tr.language, "en") if tr.romaji else (tr.language, "en", "ja")
    return next((str(spellings[code]) for code in order if spellings.get(code)), "")


def _option_in_ruleset(ruleset: Ruleset, path: str, tr: Locale) -> tuple[str, str, str, Any]:
    """Return the title of an option, and a ruleset's sentence, source and written value."""
    if path in options():
        found_setting = setting(ruleset, path, options()[path], tr)
        source = format_citation(found_setting.provenance, ruleset, tr)
        return _option_title(path, tr), found_setting.sentences, source, found_setting.value
    extra = local_yaku_options(ruleset, tr=tr)
    if path in extra:
        found_setting = local_setting(ruleset, path, tr)
        source = format_citation(found_setting.provenance, ruleset, tr)
        return extra[path].title, found_setting.sentences, source, found_setting.value
    return _option_title(path, tr), worth_sentence("none", tr), tr("not one of its yaku"), "none"


def _option_title(path: str, tr: Locale) -> str:
    chapter, name = path.split(".", 1)
    if chapter == "yaku" and name in known_yaku():
        return tr.yaku_name(known_yaku()[name].name)
    return tr(options()[path].title) if path in options() else _in_plain_words(name)
