"""A rulebook as a page of HTML that prints well, and as Markdown for a wiki."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from riichi_app.drawing.tiles import STYLE as TILE_STYLE
from riichi_app.drawing.tiles import symbols, win_html
from riichi_app.render.markup import plain
from riichi_app.rulebook.book import Change, ChapterOfRules, Rule, Rulebook, Worked, YakuEntry
from riichi_core.hands import Win

STYLE = """
body { font: 11pt/1.4 Georgia, serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.9em; margin-bottom: .2em } h2 { border-bottom: 2px solid #111; margin-top: 2em }
h3 { font-size: 1em; margin: 1.1em 0 .2em } p { margin: .2em 0 } small { color: #444 }
table { border-collapse: collapse; width: 100% } nav ol { columns: 2 }
th, td { border-bottom: 1px solid #999; padding: .3em .4em; text-align: left; vertical-align: top }
.worked { border-left: 3px solid #999; padding-left: .6em; margin: .4em 0; font-size: .95em }
.changed { border-left: 4px solid #b01818; padding-left: .6em }
.mark { color: #b01818; font-weight: bold }
@page { margin: 16mm 15mm }
@media print { body { margin: 0; max-width: none } h2, h3 { break-after: avoid }
  tr, .worked { break-inside: avoid } .front { break-after: page } }
""".strip()

MARK = "house rule"


def html(book: Rulebook) -> str:
    """A page of its own, without anything fetched."""
    head = (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(book.title)}</title>\n<style>\n{STYLE}\n{TILE_STYLE}\n</style>\n</head>"
    )
    return "\n".join(
        [head, "<body>", symbols(), *_front(book), *_body(book), "</body>", "</html>\n"]
    )


def _front(book: Rulebook) -> Iterator[str]:
    yield f"<h1>{escape(book.title)}</h1>"
    for source in book.sources:
        yield f"<p><small>Facts from: {escape(source)}</small></p>"
    if book.base is not None:
        yield '<section class="front">'
        yield f"<h2>What is different from {escape(book.base)}</h2>"
        yield from _changes_html(book)
        yield "</section>"
    yield "<nav><ol>"
    for chapter in book.chapters:
        yield f'<li><a href="#{chapter.id}">{escape(chapter.title)}</a></li>'
    yield "</ol></nav>"


def _changes_html(book: Rulebook) -> Iterator[str]:
    yield "<table><thead><tr><th>Rule</th><th>There</th><th>Here</th></tr></thead><tbody>"
    for change in book.changes:
        yield "".join(
            [
                f'<tr><th scope="row"><a href="#{change.path}">{escape(change.title)}</a></th>',
                f"<td>{escape(change.base)}{_outcome(change, 0)}</td>",
                f"<td>{escape(change.here)}{_outcome(change, 1)}</td></tr>",
            ]
        )
    yield "</tbody></table>"


def _outcome(change: Change, side: int) -> str:
    if change.example is None:
        return ""
    return f"<br><small>&rarr; {escape(change.example.outcomes[side])}</small>"


def _body(book: Rulebook) -> Iterator[str]:
    for chapter in book.chapters:
        yield f'<h2 id="{chapter.id}">{escape(chapter.title)}</h2>'
        yield f"<p>{escape(chapter.about)}</p>"
        for rule in chapter.rules:
            yield from _rule_html(rule)
        if chapter.yaku:
            yield from _yaku_html(chapter)


def _rule_html(rule: Rule) -> Iterator[str]:
    kind = ' class="changed"' if rule.changed else ""
    mark = f' <span class="mark">{MARK}</span>' if rule.changed else ""
    yield f'<section id="{rule.path}"{kind}><h3>{escape(rule.title)}{mark}</h3>'
    yield f"<p>{escape(rule.says)} <small>{escape(rule.law)}</small></p>"
    if rule.example is not None:
        yield _worked_html(rule.example)
    yield "</section>"


def _worked_html(one: Worked) -> str:
    drawn = f"<p>{_win_html(one.win)}</p>" if one.win is not None else ""
    return (
        f'<div class="worked"><p>{escape(one.says)}</p>{drawn}'
        f"<p>&rarr; {escape(one.outcome)}</p></div>"
    )


def _win_html(win: Win) -> str:
    return win_html(win.hand, win.tile)


def _yaku_html(chapter: ChapterOfRules) -> Iterator[str]:
    yield "<table><thead><tr><th>Yaku</th><th>Worth</th><th>A hand that has it</th></tr></thead>"
    yield "<tbody>"
    yield from map(_yaku_row, chapter.yaku)
    yield "</tbody></table>"


def _yaku_row(entry: YakuEntry) -> str:
    mark = f' <span class="mark">{MARK}</span>' if entry.changed else ""
    japanese = " ".join(filter(None, [entry.japanese, entry.kanji]))
    drawn = _win_html(entry.win) if entry.win is not None else ""
    return (
        f'<tr id="yaku.{entry.id}"><th scope="row">{escape(entry.english)}{mark}<br>'
        f'<small lang="ja">{escape(japanese)}</small></th>'
        f"<td>{escape(entry.worth)}<br><small>{escape(entry.law)}</small></td><td>{drawn}</td></tr>"
    )


# ---- Markdown ------------------------------------------------------------------------------------


def markdown(book: Rulebook) -> str:
    """The same for a wiki; hands are written, `234m567p`."""
    lines = [f"# {plain(book.title)}", ""]
    lines += [f"Facts from: {plain(source)}" for source in book.sources]
    if book.base is not None:
        lines += ["", f"## What is different from {plain(book.base)}", ""]
        lines += ["| Rule | There | Here |", "|---|---|---|"]
        lines += [f"| **{plain(c.title)}** | {plain(c.base)} | {plain(c.here)} |"
                  for c in book.changes]  # fmt: skip
    for chapter in book.chapters:
        lines += ["", f"## {plain(chapter.title)}", "", plain(chapter.about)]
        for rule in chapter.rules:
            lines += _rule_lines(rule)
        if chapter.yaku:
            lines += ["", "| Yaku | Japanese | Worth | A hand that has it |", "|---|---|---|---|"]
            lines += [_yaku_line(entry) for entry in chapter.yaku]
    return "\n".join(lines) + "\n"


def _rule_lines(rule: Rule) -> Iterator[str]:
    mark = f" ({MARK})" if rule.changed else ""
    yield from ("", f"### {plain(rule.title)}{mark}", "")
    yield f"{plain(rule.says)} *{plain(rule.law)}*"
    if rule.example is not None:
        hand = "" if rule.example.win is None else f" {_hand(rule.example.win)}"
        yield from ("", f"> {plain(rule.example.says)}{hand} → {plain(rule.example.outcome)}")


def _yaku_line(entry: YakuEntry) -> str:
    mark = f" ({MARK})" if entry.changed else ""
    hand = "" if entry.win is None else _hand(entry.win)
    japanese = " ".join(filter(None, [entry.japanese, entry.kanji]))
    return f"| {plain(entry.english)}{mark} | {japanese} | {plain(entry.worth)} | {hand} |"


def _hand(win: Win) -> str:
    return f"`{win.hand} + {win.tile}`"
