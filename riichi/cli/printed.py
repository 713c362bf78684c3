"""`riichi sheet`, `card`, `poster`, `rulebook`: a ruleset on paper or for a wiki."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from riichi.cli.completion import complete_rulesets
from riichi.cli.options import links_to_option, ruleset_argument, with_option
from riichi.cli.output import Output, did_you_mean, load_all, refuse, subcommand, writes
from riichi.writers.paper import POSTERS
from riichi_core.messages import quote

if TYPE_CHECKING:
    from riichi.content.rulebook import Citations
    from riichi.writers.model import Picture
    from riichi_core.rules.ruleset import Ruleset

FORMATS = ("html", "markdown", "pdf")

PRINTED = "A page to print, Markdown for a wiki, or PDF, which needs Typst."

PICTURES = ("svg", "png")

POSTED = (
    "A page to print, Markdown for a wiki, PDF, or a picture of 1200 x 630 pixels to post. PDF and "
    "PNG need Typst."
)

MOST_SIDES = 3
"""The maximum number of rulesets side by side in letters that are readable from a metre away."""


@subcommand("sheet")
@ruleset_argument
@writes(*FORMATS, text=PRINTED)
def sheet(ruleset: str, out: Output) -> None:
    """Make a rules sheet of one or two pages, to print or for a wiki.

    RULESET is the id of a shipped ruleset or the path of a YAML file. Every number on the sheet
    comes from the ruleset, so a club's own yaku, red fives and limits appear.
    """
    from riichi.content.score_sheet import score_sheet

    (loaded,) = load_all([ruleset])
    out.document(score_sheet(loaded, out.tr), f"{loaded.id}-sheet")


@subcommand("card")
@ruleset_argument
@links_to_option
@writes(*FORMATS, text=PRINTED)
def card(ruleset: str, links_to: str, out: Output) -> None:
    """Make a one-page card of a ruleset for members and guests.

    It has a sentence about each of the rules that clubs change most: start and end of the game, uma
    and oka, red fives, open tanyao, multiple winners, abortive draws, chombo, and local yaku.
    Differences from the book are shaded. With --links-to, a QR code opens the rules on that page.
    """
    from riichi.content.guide import card as made

    (loaded,) = load_all([ruleset])
    out.document(made(loaded, out.tr, links_to), f"{loaded.id}-card")


@subcommand("poster")
@click.argument("rulesets", nargs=-1, metavar="[A] B", shell_complete=complete_rulesets)
@with_option
@writes(*FORMATS, *PICTURES, papers=POSTERS, text=POSTED)
def poster(rulesets: tuple[str, ...], out: Output) -> None:
    """Make a poster of the five differences that matter most to a player.

    Each rule is one sentence. The poster fits one page, in the largest letters possible. Without A,
    it compares B with the book that B extends. --format svg or png makes a picture of B's
    differences, to post or to send.
    """
    from riichi.content.guide import poster as made
    from riichi_core.comparison.comparison import compare

    if not 1 <= len(rulesets) <= MOST_SIDES:
        refuse("A poster shows one, two or three rulesets, not {n}.", n=len(rulesets))
    sides = load_all(rulesets)
    if len(sides) == 1:
        (only,) = sides
        if only.base is None and out.form not in PICTURES:
            refuse(
                "{ruleset} does not extend a book: name two rulesets, e.g. riichi poster ema-2025 "
                "wrc-2025",
                ruleset=quote(only.id),
            )
        sides = [only] if only.base is None else [only.base, only]
    if out.form in PICTURES:
        _write_picture(sides, out)
        return
    comparison = compare(*sides, tr=out.tr)
    if not comparison.differing:
        refuse("The rulesets do not differ.")
    out.document(
        made(comparison, out.tr),
        "-".join((*(ruleset.id for ruleset in comparison.rulesets), "poster")),
    )


def _write_picture(sides: Sequence[Ruleset], out: Output) -> None:
    """Write the picture of a ruleset, compared with the one before it if there is one."""
    from riichi.web.in_short import in_short
    from riichi.writers.picture import picture_png
    from riichi.writers.typst import NoPdfError

    if len(sides) > 2:
        refuse("A picture shows one or two rulesets, not {n}.", n=len(sides))
    short = in_short(sides[-1], out.tr, sides[0] if len(sides) == 2 else None)
    try:
        data = picture_png(short.picture) if out.form == "png" else short.picture
    except NoPdfError as error:
        refuse(error.args[0])
    out.data(data, f"{sides[-1].id}-picture", short.title)


# ---- the rulebook --------------------------------------------------------------------------------


def _complete(_ctx: click.Context, _parameter: click.Parameter, prefix: str) -> list[str]:
    from riichi.content.rulebook_text import rulebook_text

    before, comma, last = prefix.rpartition(",")
    return [f"{before}{comma}{name}" for name in rulebook_text() if name.startswith(last)]


@subcommand("rulebook")
@ruleset_argument
@click.option("--without", multiple=True, metavar="A,B", shell_complete=_complete,
              help="Chapters to leave out, e.g. tournament,fouls.")  # fmt: skip
@click.option("--citations", type=click.Choice(["inline", "notes", "none"]), default="inline",
              show_default=True, help="Where the sources of rules appear.")  # fmt: skip
@click.option("--logo", type=click.Path(path_type=Path), metavar="FILE",
              help="A PNG or SVG to print below the title.")  # fmt: skip
@writes(*FORMATS, text=PRINTED)
def rulebook(
    ruleset: str, without: tuple[str, ...], citations: Citations, logo: Path | None, out: Output
) -> None:
    """Write out all the rules in plain words, chapter by chapter.

    RULESET is the id of a shipped ruleset or the path of a YAML file. Every rule comes with its
    source, many rules with a worked example, and every yaku with a picture of a hand. A rulebook of
    house rules opens with the differences from the book, and marks them in the text. The logo, and
    the `organisation` and `published` date of the file, appear below the title.
    """
    from riichi.content.rulebook import rulebook as made
    from riichi.content.rulebook_text import rulebook_text
    from riichi_core.spelling import closest_word

    left_out = [name.strip() for text in without for name in text.split(",") if name.strip()]
    for name in left_out:
        if name not in rulebook_text():
            refuse(
                "There is no chapter {name} in the rulebook.{guess}\nChapters: {known}",
                name=quote(name),
                guess=did_you_mean(closest_word(name, rulebook_text())),
                known=", ".join(rulebook_text()),
            )
    (loaded,) = load_all([ruleset])
    picture = _logo(logo, loaded)
    page = made(loaded, out.tr, without=left_out, citations=citations, logo=picture)
    out.document(page, f"{loaded.id}-rulebook")


def _logo(file: Path | None, ruleset: Ruleset) -> Picture | None:
    if file is None:
        return None
    from riichi.writers.logo import LogoError, read_logo

    organisation = ruleset.head.organisation
    name = ruleset.title if organisation is None else organisation
    try:
        return read_logo(file, name)
    except LogoError as error:
        refuse("{file} cannot be the logo: {why}", file=quote(str(file)), why=error.args[0])
