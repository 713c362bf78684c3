"""A rulebook as a page of HTML that prints well, and as Markdown for a wiki."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from riichi_app.documents.markup import page, plain
from riichi_app.documents.paper import CSS, Paper
from riichi_app.documents.tile_art import STYLE as TILE_STYLE
from riichi_app.documents.tile_art import symbols, win_html
from riichi_app.locale import Locale
from riichi_app.pages.examples import hands_html
from riichi_app.pages.rulebook.book import (
    ALIKE,
    CHANGES,
    DIFFERENT,
    MARK,
    OTHER_NAMES,
    SOURCE,
    YAKU,
    Change,
    Rule,
    Rulebook,
    Worked,
    YakuEntry,
)
from riichi_core.hands import Win
from riichi_core.language import Translator

STYLE = """
body { font: 11pt/1.4 Georgia, serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.9em; margin-bottom: .2em } h2 { border-bottom: 2px solid #111; margin-top: 2em }
h3 { font-size: 1em; margin: 1.1em 0 .2em } p { margin: .2em 0 } small { color: #444 }
table { border-collapse: collapse; width: 100% } nav ol { columns: 2 }
th, td { border-bottom: 1px solid #999; padding: .3em .4em; text-align: left; vertical-align: top }
.worked { border-left: 3px solid #999; padding-left: .6em; margin: .4em 0; font-size: .95em }
.changed { border-left: 4px solid #b01818; padding-left: .6em }
.mark { color: #b01818; font-weight: bold }
.case { font-size: .9em; font-style: italic; font-weight: normal; margin: .2em 0 }
th, td { overflow-wrap: anywhere }
th .tile { width: 1em; height: 1.33em } th .tiles { white-space: normal }
@media print { body { margin: 0; max-width: none } h2, h3 { break-after: avoid }
  tr, .worked { break-inside: avoid } .front { break-after: page } }
""".strip()


def html(book: Rulebook, tr: Locale, paper: Paper = "a4") -> str:
    """A page of its own, without anything fetched, to print on this paper."""
    body = [symbols(), *_front(book, tr), *_body(book, tr)]
    style = f"{STYLE}\n@page {{ size: {CSS[paper]}; margin: 16mm 15mm }}\n{TILE_STYLE}"
    return page(book.title, style, body, language=tr.language)


def _front(book: Rulebook, tr: Translator) -> Iterator[str]:
    yield f"<h1>{escape(book.title)}</h1>"
    for source in book.sources:
        yield f"<p><small>{escape(tr(SOURCE, source=source))}</small></p>"
    if book.base is not None:
        yield '<section class="front">' if book.changes else "<section>"
        yield f"<h2>{escape(tr(DIFFERENT, book=book.base))}</h2>"
        yield from _changes_html(book, tr)
        yield "</section>"
    yield "<nav><ol>"
    for chapter in book.chapters:
        yield f'<li><a href="#{chapter.id}">{escape(chapter.title)}</a></li>'
    yield "</ol></nav>"


def _heads(names: Iterable[str], tr: Translator) -> str:
    cells = "".join(f'<th scope="col">{escape(tr(name))}</th>' for name in names)
    return f"<table><thead><tr>{cells}</tr></thead><tbody>"


def _changes_html(book: Rulebook, tr: Translator) -> Iterator[str]:
    if not book.changes:
        yield f"<p>{escape(tr(ALIKE))}</p>"
        return
    yield _heads(CHANGES, tr)
    for change in book.changes:
        law = f" <small>{escape(change.law)}</small>"
        there, here = change.outcomes
        link = f'<a href="#{change.path}">{escape(change.title)}</a>'
        yield "".join(
            [
                f'<tr><th scope="row">{link}{_case(change, tr)}</th>',
                f"<td>{escape(change.base)}{_outcome(there)}</td>",
                f"<td>{escape(change.here)}{law}{_outcome(here)}</td></tr>",
            ]
        )
    yield "</tbody></table>"


def _case(change: Change, tr: Translator) -> str:
    """What the example of a difference is about."""
    if change.example is None:
        return ""
    drawn = hands_html(change.example.hands, tr)
    return f'<p class="case">{escape(change.example.says)}</p>{drawn}'


def _outcome(told: str) -> str:
    return f'<p class="case">&rarr; {escape(told)}</p>' if told else ""


def _body(book: Rulebook, tr: Translator) -> Iterator[str]:
    for chapter in book.chapters:
        yield f'<h2 id="{chapter.id}">{escape(chapter.title)}</h2>'
        yield f"<p>{escape(chapter.about)}</p>"
        for rule in chapter.rules:
            yield from _rule_html(rule, tr)
        if chapter.yaku:
            yield _heads(YAKU, tr)
            yield from (_yaku_row(entry, tr) for entry in chapter.yaku)
            yield "</tbody></table>"


def _mark(tr: Translator, *, changed: bool) -> str:
    return f' <span class="mark">{escape(tr(MARK))}</span>' if changed else ""


def _rule_html(rule: Rule, tr: Translator) -> Iterator[str]:
    kind = ' class="changed"' if rule.changed else ""
    mark = _mark(tr, changed=rule.changed)
    yield f'<section id="{rule.path}"{kind}><h3>{escape(rule.title)}{mark}</h3>'
    yield f"<p>{escape(rule.says)} <small>{escape(rule.law)}</small></p>"
    if rule.example is not None:
        yield _worked_html(rule.example, tr)
    yield "</section>"


def _worked_html(one: Worked, tr: Translator) -> str:
    drawn = hands_html(one.hands, tr)
    return (
        f'<div class="worked"><p>{escape(one.says)}</p>{drawn}'
        f"<p>&rarr; {escape(one.outcome)}</p></div>"
    )


def _yaku_row(entry: YakuEntry, tr: Translator) -> str:
    beside = " ".join(f'<span lang="{code}">{escape(name)}</span>' for name, code in entry.beside)
    drawn = ""
    if entry.hand is not None:
        win = entry.hand.win
        drawn = f"{win_html(win.hand, win.tile, tr)}<br><small>{escape(entry.hand.says)}</small>"
    return (
        f'<tr id="yaku.{entry.id}"><th scope="row">{escape(entry.title)}'
        f"{_mark(tr, changed=entry.changed)}<br><small>{beside}</small></th>"
        f"<td>{escape(entry.worth)}<br><small>{escape(entry.law)}</small></td><td>{drawn}</td></tr>"
    )


# ---- Markdown ------------------------------------------------------------------------------------


def markdown(book: Rulebook, tr: Locale) -> str:
    """The same for a wiki; hands are written, `234m567p`."""
    lines = [f"# {plain(book.title)}", ""]
    lines += [f"- {plain(tr(SOURCE, source=source))}" for source in book.sources]
    if book.base is not None:
        lines += ["", f"## {plain(tr(DIFFERENT, book=book.base))}", ""]
        lines += (
            [*_head(CHANGES, tr), *map(_change_line, book.changes)]
            if book.changes
            else [plain(tr(ALIKE))]
        )
    for chapter in book.chapters:
        lines += ["", f"## {plain(chapter.title)}", "", plain(chapter.about)]
        for rule in chapter.rules:
            lines += _rule_lines(rule, tr)
        if chapter.yaku:
            lines += ["", *_head((YAKU[0], OTHER_NAMES, *YAKU[1:]), tr)]
            lines += [_yaku_line(entry, tr) for entry in chapter.yaku]
    return "\n".join(lines) + "\n"


def _change_line(one: Change) -> str:
    case = "" if one.example is None else f" *{plain(one.example.written)}*"
    there, here = (f" → {plain(told)}" if told else "" for told in one.outcomes)
    base, law = plain(one.base), plain(one.law)
    return f"| **{plain(one.title)}**{case} | {base}{there} | {plain(one.here)} *{law}*{here} |"


def _head(names: Sequence[str], tr: Translator) -> tuple[str, str]:
    return f"| {' | '.join(map(tr, names))} |", f"|{'---|' * len(names)}"


def _rule_lines(rule: Rule, tr: Translator) -> Iterator[str]:
    yield from ("", f"### {plain(rule.title)}{_marked(tr, changed=rule.changed)}", "")
    yield f"{plain(rule.says)} *{plain(rule.law)}*"
    if rule.example is not None:
        told = [plain(rule.example.says)]
        told += [f"{plain(hand.seat)} {_hand(hand.win)}".strip() for hand in rule.example.hands]
        yield from ("", f"> {' '.join(told)} → {plain(rule.example.outcome)}")


def _marked(tr: Translator, *, changed: bool) -> str:
    return f" ({tr(MARK)})" if changed else ""


def _yaku_line(entry: YakuEntry, tr: Translator) -> str:
    title = plain(entry.title) + _marked(tr, changed=entry.changed)
    beside = " ".join(plain(name) for name, _ in entry.beside)
    hand = "" if entry.hand is None else f"{_hand(entry.hand.win)} {plain(entry.hand.says)}"
    worth = f"{plain(entry.worth)} *{plain(entry.law)}*"
    return f"| {title} | {beside} | {worth} | {hand} |"


def _hand(win: Win) -> str:
    return f"`{win.hand} + {win.tile}`"
