"""The form of a ruleset: controls for each shape of value, with the sentences of its options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from riichi_app.locale import Locale
from riichi_app.pages.citations import format_citation
from riichi_app.web.lookup import option_id
from riichi_app.web.markup import Html, el, together
from riichi_app.web.rulesets import held
from riichi_app.web.shape import (
    Choice,
    Items,
    Number,
    Record,
    Shape,
    Word,
    Words,
    branch_of,
    default,
    shape_of,
    tag,
)
from riichi_core.language import Text
from riichi_core.rules.chapters.yaku import worth_sentence
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.options import Option
from riichi_core.rules.rules import chapters, options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.settings import local_setting, local_yaku_options, setting

COMMON = (
    *("setup.starting_points", "result.return_points", "result.oka", "result.uma"),
    *("tiles.red_fives", "dora.kong_indicators", "claims.winners", "claims.forbidden_swaps"),
    *("riichi.needs_points", "yaku.all_simples", "yaku.ippatsu", "yaku.blessing_of_man"),
    *("fu.double_wind_pair", "limits.counted_yakuman", "limits.raised_to_mangan"),
    *("draws.noten_total", "draws.abortive", "draws.nagashi"),
    *("end.extension", "end.bust", "end.leader_stops", "end.bets_left"),
)
"""The options that clubs change most, which the page shows first."""

BRANCHES: Mapping[str, Text] = {
    "chips.awarded/=worth": "Chips are paid as well",
    "chips.yakitori/=to_each_winner": "Who won no deal pays",
    "dora.kong_indicators/=claimed": "Kongs turn indicators",
    "draws.abortive/=counter": "Some deals are called off",
    "draws.noten_total/=number": "One total, however many are noten",
    "draws.noten_total/=one": "A total by how many are noten",
    "end.bets_left/=winner_rounded_down": "To the winner, shares rounded down",
    "end.extension/=target": "More rounds while nobody has reached a target",
    "end.leader_stops/=after": "It can end when East leads",
    "limits.counted_yakuman/=han": "A counted yakuman, from one number of han on",
    "limits.counted_yakuman/=list": "Counted yakuman that pay more from more han on",
    "limits.several_yakuman/=most": "Paid together, to a most",
    "result.uma/=at_least": "By how many end above a score",
    "result.uma/=list": "A value for each place",
    "tournament.lateness/=per_minute": "Points for each minute",
    "tournament.substitute_result/=fixed": "A fixed result",
    "winning.minimum_with_counters/=counters": "More from some counters on",
    "=after_uma": "Points off the result after uma",
    "=at_table": "Points at the table",
    "=number": "A number",
    "=points": "Points off the result",
    "=closed": "Han",
    "=limit": "Limit",
    "=yakuman": "Yakuman",
}
"""The label of a kind of value that has no sentence of its own, by option and tag."""

UNITS: Mapping[str, Text] = {
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

USUAL = "cumulative"
"""The part of the worth of a yaku that is hardly ever changed: it has no control."""

MOST_RADIOS = 5
"""The most alternatives that stand below each other; more are in a list to choose from."""

LONGEST_REASON = 300


@dataclass(frozen=True, slots=True)
class Controls:
    """The controls of one option.

    Attributes:
        path: the option.
        tr: the language of its words.
        compact: whether alternatives are in a list to choose from rather than below each other.
    """

    path: str
    tr: Locale
    compact: bool = False

    def draw(
        self, shape: Shape, option: Option | None, name: str, value: Any, *, off: bool = False
    ) -> Html:
        """Return the controls of a value.

        Args:
            shape: what it can be.
            option: its texts.
            name: the name of its field.
            value: the value, as a file writes it.
            off: True where it belongs to an alternative that is not chosen.
        """
        match shape:
            case Number():
                return self._number(shape, option, name, value, off=off)
            case Words():
                return self._set(shape, option, name, value, off=off)
            case Items():
                return self._items(shape, option, name, value, off=off)
            case Record():
                return self._record(shape, name, value, off=off)
            case Choice(branches) if self.compact or len(branches) > MOST_RADIOS:
                return self._select(shape, option, name, value, off=off)
            case Choice():
                return self._radios(shape, option, name, value, off=off)
            case Word():
                return el("span")

    # ---- words -----------------------------------------------------------------------------------

    def _word(self, option: Option | None, value: object) -> str:
        says = option.sentences if option else {}
        key = str(value).lower() if isinstance(value, bool) else str(value)
        if callable(says):
            return says(value, self.tr)
        if isinstance(says, str):
            return self.tr(says, value=value) if "{value}" in says else self.tr(_plain(key))
        return self.tr(says[key]) if key in says else self.tr(_plain(key))

    def _branch(self, option: Option | None, one: Shape) -> str:
        """Return what stands beside an alternative."""
        if isinstance(one, Word):
            return self._word(option, one.value)
        kind = tag(one)
        named = BRANCHES.get(f"{self.path}/{kind}")
        says = option.sentences if option else {}
        if named is None and isinstance(one, Record) and isinstance(says, Mapping):
            heading = says.get(one.key) or says.get("record")
            named = heading if heading and "{" not in heading else None
        if named := named or BRANCHES.get(kind):
            return self.tr(named)
        parts = one.parts if isinstance(one, Record) else ()
        return ", ".join(self.tr(part.title) for _, _, part in parts if part)

    # ---- controls --------------------------------------------------------------------------------

    def _number(
        self,
        shape: Number,
        option: Option | None,
        name: str,
        value: Any,
        *,
        off: bool,
        label: str = "",
    ) -> Html:
        unit = self.tr(UNITS.get(option.unit, option.unit)) if option and option.unit else ""
        label = label or (self.tr(option.title) if option else "")
        control = el(
            "input",
            type="number",
            inputmode="numeric",
            name=name,
            value="" if value is None else str(value),
            min=shape.least,
            max=shape.most,
            step=shape.step if shape.step > 1 else None,
            disabled=off,
        )
        return el("label", el("span", label), control, el("small", unit), class_="number")

    def _set(
        self, shape: Words, option: Option | None, name: str, value: Any, *, off: bool
    ) -> Html:
        given = value if isinstance(value, (list, tuple)) else ()
        boxes = [
            _pick("checkbox", name, word, self._word(option, word), on=word in given, off=off)
            for word in shape.words
        ]
        says = option.sentences if option else {}
        none = says.get("", "") if isinstance(says, Mapping) else ""
        note = el("p", self.tr("None ticked: {says}", says=self.tr(none)), class_="none")
        return el("div", boxes, note if none else None, class_="set")

    def _items(
        self, shape: Items, option: Option | None, name: str, value: Any, *, off: bool
    ) -> Html:
        """Return a row of controls for each item, or all numbers in one row."""
        values = list(value) if isinstance(value, (list, tuple)) else []
        of = replace(shape.of, optional=True) if isinstance(shape.of, Number) else shape.of
        cells = []
        for place in range(shape.most):
            at, now = f"{name}/{place}", values[place] if place < len(values) else None
            if isinstance(of, Number):
                cells.append(self._number(of, None, at, now, off=off, label=f"{place + 1}."))
            else:
                cells.append(el("div", self.draw(of, option, at, now or {}, off=off)))
        numbers = isinstance(of, Number)
        return el("div", cells, class_="row" if numbers else "rows")

    def _record(self, shape: Record, name: str, value: Any, *, off: bool) -> Html:
        given = value if isinstance(value, dict) else {}
        parts = [part for part in shape.parts if part[0] != USUAL]
        numbers = all(isinstance(part, Number) for _, part, _ in parts)
        blank = value == {}
        cells = []
        if given.get(USUAL) is False:  # it stays as it is
            cells.append(el("input", type="hidden", name=f"{name}/{USUAL}", value="false"))
        for key, part, option in parts:
            now = given.get(key, None if blank else default(part))
            drawn = self.draw(part, option, f"{name}/{key}", now, off=off)
            if isinstance(part, Number):
                cells.append(drawn)
            else:
                title = self.tr(option.title) if option else key
                heading = el("span", title, class_="part")
                cells.append(el("div", heading, drawn, role="group", aria_label=title))
        return el("div", cells, class_="row" if numbers else "record")

    def _inner(
        self, one: Shape, option: Option | None, name: str, value: Any, *, on: bool, off: bool
    ) -> Html:
        """Return what belongs to one alternative, hidden and never sent while another is chosen."""
        kind = tag(one)
        begin = value if on else held(self.path, kind) if name == self.path else None
        now = default(one) if begin is None else begin
        drawn = self.draw(one, option, f"{name}/{kind}", now, off=off or not on)
        return el("div", drawn, class_="inner", data_of=name, data_tag=kind, hidden=not on)

    def _radios(
        self, shape: Choice, option: Option | None, name: str, value: Any, *, off: bool
    ) -> Html:
        chosen = branch_of(shape, value)
        rows = []
        for one in shape.branches:
            on = one is chosen
            says = self._branch(option, one)
            rows.append(_pick("radio", name, tag(one), says, on=on, off=off))
            if not isinstance(one, Word):
                rows.append(self._inner(one, option, name, value, on=on, off=off))
        return el("div", rows, class_="radios")

    def _select(
        self, shape: Choice, option: Option | None, name: str, value: Any, *, off: bool
    ) -> Html:
        chosen = branch_of(shape, value)
        title = self.tr(option.title) if option else self.path
        items = [
            el("option", self._branch(option, one), value=tag(one), selected=one is chosen)
            for one in shape.branches
        ]
        inner = [
            self._inner(one, option, name, value, on=one is chosen, off=off)
            for one in shape.branches
            if not isinstance(one, Word)
        ]
        select = el("select", items, name=name, aria_label=title, disabled=off)
        return together(select, inner)


def _plain(word: str) -> str:
    return word.replace("_", " ").capitalize()


def _pick(kind: str, name: str, value: str, says: str, *, on: bool, off: bool) -> Html:
    """Return a box or button to tick, with its sentence."""
    control = el("input", type=kind, name=name, value=value, checked=on, disabled=off)
    return el("label", control, el("span", says), class_="pick")


# ---- options and chapters ------------------------------------------------------------------------


def form_html(ruleset: Ruleset, tr: Locale) -> Html:
    """Return all options of a ruleset as controls, chapter by chapter."""
    return together(_chapter(chapter, ruleset, tr) for chapter in chapters())


def _chapter(chapter: str, ruleset: Ruleset, tr: Locale) -> Html:
    model = chapters()[chapter]
    rows = [option_html(ruleset, f"{chapter}.{name}", tr) for name, _ in model.options()]
    heading = el("summary", el("h3", tr(model.TITLE)), el("span", class_="count"))
    more: list[Html] = []
    if chapter == "yaku":
        rows += [option_html(ruleset, path, tr) for path in local_yaku_options(ruleset)]
        more = [_local(ruleset, tr)]
    body = el("div", el("div", rows, class_="options"), more, class_="body")
    return el("details", heading, body, class_="chapter", id=f"c-{chapter}", data_chapter=chapter)


def option_html(ruleset: Ruleset, path: str, tr: Locale, value: Any = None, why: str = "") -> Html:
    """Return the controls of one option, with its law, what it was, and room for a reason.

    Args:
        ruleset: the base, whose value and sentence stand beside it.
        path: the option.
        tr: the language.
        value: the value to show, as a file writes it; that of the base if None.
        why: the reason that is given for it.
    """
    title, says, law, written = _told(ruleset, path, tr)
    now = written if value is None else value
    name = option_id(path)
    own = is_own_yaku(now)
    title = _own_title(now, tr) or title if own else title
    worth = path.startswith("yaku.")
    option = replace(options()[path], title=title) if path in options() else Option(title, "")
    if own:
        control = el("p", el("button", tr("Change this yaku"), type="button", data_own=path))
    else:
        control = Controls(path, tr, compact=worth or path.startswith("fouls.")).draw(
            shape_of(path),
            replace(option, sentences=worth_sentence) if worth else option,
            path,
            now,
        )
    notes = None if own else el("p", el("small", law), class_="law")
    was = el("p", el("b", tr("In {ruleset}:", ruleset=ruleset.id)), " ", says, class_="was")
    reason = el(
        "label",
        el("span", tr("Why (may be left out)")),
        el("input", name=f"why:{path}", value=why, maxlength=LONGEST_REASON, autocomplete="off"),
        class_="field",
    )
    back = el(
        "button",
        tr("Back to {ruleset}", ruleset=ruleset.id),
        type="button",
        data_back=path,
        aria_label=tr("{title}: back to {ruleset}", title=title, ruleset=ruleset.id),
    )
    error = el("p", class_="error", id=f"e-{name}", role="alert")
    rest = [error, notes, el("div", was, reason, back, class_="own")]
    if worth:
        heading = el("span", title, class_="title", id=f"t-{name}")
        return el(
            "div",
            heading,
            control,
            rest,
            class_="option worth",
            id=name,
            role="group",
            aria_labelledby=f"t-{name}",
            data_path=path,
        )
    return el(
        "fieldset", el("legend", title), control, rest, class_="option", id=name, data_path=path
    )


def is_own_yaku(value: object) -> bool:
    """Return True for a yaku that is defined in the file, not only priced."""
    return isinstance(value, Mapping) and "worth" in value


def _own_title(value: Mapping[str, Any], tr: Locale) -> str:
    """Return the name of a yaku as its definition in the file has it."""
    names = value.get("name")
    given = names if isinstance(names, Mapping) else {}
    order = ("ja", tr.language, "en") if tr.terms == "japanese" else (tr.language, "en", "ja")
    return next((str(given[code]) for code in order if given.get(code)), "")


def _told(ruleset: Ruleset, path: str, tr: Locale) -> tuple[str, str, str, Any]:
    """Return the title of an option, and what a ruleset has: sentence, law and written value."""
    if path in options():
        found = setting(ruleset, path, options()[path], tr)
        law = format_citation(found.provenance, ruleset, tr)
        return _title(path, tr), found.sentences, law, found.value
    extra = local_yaku_options(ruleset, tr=tr)
    if path in extra:
        found = local_setting(ruleset, path, tr)
        law = format_citation(found.provenance, ruleset, tr)
        return extra[path].title, found.sentences, law, found.value
    return _title(path, tr), worth_sentence("none", tr), tr("not among its yaku"), "none"


def _title(path: str, tr: Locale) -> str:
    chapter, name = path.split(".", 1)
    if chapter == "yaku" and name in known_yaku():
        return tr.yaku_name(known_yaku()[name].name)
    return tr(options()[path].title) if path in options() else _plain(name)


def _local(ruleset: Ruleset, tr: Locale) -> Html:
    """Return the ways to add a yaku: one of the known local ones, or one of the club's own."""
    given = {path.removeprefix("yaku.") for path in (*options(), *local_yaku_options(ruleset))}
    names = sorted(
        (tr.yaku_name(known.name), name)
        for name, known in known_yaku().items()
        if name not in given
    )
    items = [el("option", "", value=""), *(el("option", text, value=name) for text, name in names)]
    choose = el(
        "label", el("span", tr("Add a local yaku")), el("select", items, id="local"), class_="field"
    )
    own = el("button", tr("Make a yaku of your own"), type="button", id="new-yaku")
    return el("div", choose, own, class_="add")
