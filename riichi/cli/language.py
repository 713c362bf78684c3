"""The language of a command's output: its options, and the translator of the call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from riichi.locale import BOOK, Locale, languages, terms

_Command = TypeVar("_Command", bound=Callable[..., Any])

VARIABLE = "RIICHI_LANGUAGE"
"""The environment variable that sets the language if the call does not."""


_FOR_PEOPLE = "riichi.language_of_the_environment"


def _keep(context: click.Context, parameter: click.Parameter, value: str) -> None:
    assert parameter.name is not None
    context.meta[f"riichi.{parameter.name}"] = value
    if context.get_parameter_source(parameter.name) is ParameterSource.ENVIRONMENT:
        context.meta[_FOR_PEOPLE] = True


PAGED = "riichi.pager"


def no_pager_option(*, hidden: bool = False) -> Callable[[_Command], _Command]:
    """Return the option that prints long text without a pager."""
    return click.option(
        "--no-pager", is_flag=True, expose_value=False, is_eager=True, hidden=hidden,
        callback=_keep_pager, help="Do not page long output.",
    )  # fmt: skip


def _keep_pager(context: click.Context, _parameter: click.Parameter, value: bool) -> None:
    if value:
        context.meta[PAGED] = False


class _Terms(click.Choice[str]):
    """A choice of words, whose names are in a data file that most calls do not read."""

    def __init__(self) -> None:
        super().__init__(())

    @property
    def choices(self) -> tuple[str, ...]:
        """The words to choose from."""
        return terms()

    @choices.setter
    def choices(self, _: object) -> None:
        """Ignore the choices of the constructor."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the words that were chosen; the default needs no data file."""
        return BOOK if value == BOOK else super().convert(value, param, ctx)


_OPTIONS = (
    click.option("--language", type=click.Choice(languages()), default="en", show_default=True,
                 envvar=VARIABLE, show_envvar=True, is_eager=True, expose_value=False,
                 callback=_keep, help="Language of the output."),
    click.option("--terms", type=_Terms(), default=BOOK, show_default=True,
                 is_eager=True, expose_value=False, callback=_keep,
                 help="The words to use: those of each ruleset's book, of one book, or Japanese."),
    no_pager_option(hidden=True),
)  # fmt: skip


def language_options(command: _Command) -> _Command:
    """Add the options for the language and terms of the output, and --no-pager."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def translator(*, for_programs: bool = False) -> Locale:
    """Return the language and terms of the call; English outside of one.

    Output `for_programs` is English unless the call itself sets another language.
    """
    context = click.get_current_context(silent=True)
    meta = {} if context is None else context.meta
    if for_programs and _FOR_PEOPLE in meta:
        return Locale(terms=meta["riichi.terms"])
    return Locale(meta.get("riichi.language", "en"), meta.get("riichi.terms", BOOK))
