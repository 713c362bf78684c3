"""`riichi completion`: the shell completes commands, rulesets, options, faults and yaku."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from riichi_core.rules import library


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the script by which a shell completes what is typed behind riichi.

    For bash put eval "$(riichi completion bash)" into ~/.bashrc, for zsh the same with zsh into
    ~/.zshrc; for fish: riichi completion fish > ~/.config/fish/completions/riichi.fish
    """
    from click.shell_completion import get_completion_class  # noqa: PLC0415 - only when asked for

    found, root = get_completion_class(shell), ctx.find_root()
    assert found is not None, "click knows each of these shells"
    script = found(root.command, {}, "riichi", "_RIICHI_COMPLETE")
    click.echo(script.source_template % script.source_vars())


# ---- what is completed ---------------------------------------------------------------------------


def rulesets(_ctx: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    """Return the rulesets, and the files of house rules in a folder, that begin so."""
    return _beginning(_rulesets(begun), begun)


def several_rulesets(ctx: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """Return the same where several are separated by commas, with those that are there."""
    before, comma, last = begun.rpartition(",")
    return [f"{before}{comma}{name}" for name in rulesets(ctx, parameter, last)]


def _rulesets(begun: str) -> Iterator[str]:
    yield from library.shipped()
    yield from library.newest()
    folder = Path(begun).parent if "/" in begun else Path()
    yield from sorted(str(file) for file in folder.glob("*.yaml"))


def settings(_ctx: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    """Return the chapters, options and yaku that begin so."""
    from riichi_core.rules.glossary import known_yaku  # noqa: PLC0415 - only when asked for
    from riichi_core.rules.rules import chapters, options  # noqa: PLC0415

    return _beginning([*chapters(), *options(), *known_yaku()], begun)


def changes(_ctx: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    """Return the options that begin so, each with =, or one with each word that it can be."""
    from riichi_core.rules.options import sentences_by_word  # noqa: PLC0415 - only when asked for
    from riichi_core.rules.rules import options  # noqa: PLC0415

    path, equals, _ = begun.partition("=")
    if equals and path in options():
        words = sentences_by_word(options()[path].sentences)
        return _beginning((f"{path}={word}" for word in words), begun)
    return _beginning((f"{name}=" for name in options()), begun)


def faults(_ctx: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    """Return the faults that begin so."""
    from riichi_core.game.fouls import fouls  # noqa: PLC0415 - only when asked for

    return _beginning(fouls(), begun)


def _beginning(names: Iterable[str], begun: str) -> list[str]:
    return [name for name in dict.fromkeys(names) if name.startswith(begun)]
