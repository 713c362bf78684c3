"""`riichi completion`: shell completion of commands, rulesets, options, fouls and yaku."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from riichi_core.rules import library


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print a shell completion script.

    For bash, put eval "$(riichi completion bash)" into ~/.bashrc. For zsh, replace bash by zsh and
    put the line into ~/.zshrc. For fish, run
    riichi completion fish > ~/.config/fish/completions/riichi.fish
    """
    from click.shell_completion import get_completion_class

    completer, root = get_completion_class(shell), ctx.find_root()
    assert completer is not None, "click knows each of these shells"
    completion = completer(root.command, {}, "riichi", "_RIICHI_COMPLETE")
    click.echo(completion.source_template % completion.source_vars())


# ---- what is completed ---------------------------------------------------------------------------


def complete_rulesets(_ctx: click.Context, _parameter: click.Parameter, prefix: str) -> list[str]:
    """Return the rulesets, and the files of house rules in a folder, that match a prefix."""
    folder = Path(prefix).parent if "/" in prefix else Path()
    files = sorted(map(str, folder.glob("*.yaml")))
    return _matches([*library.shipped(), *library.newest_editions(), *files], prefix)


def complete_several_rulesets(
    ctx: click.Context, parameter: click.Parameter, prefix: str
) -> list[str]:
    """Return completions for a comma-separated list, with its earlier entries."""
    before, comma, last = prefix.rpartition(",")
    return [f"{before}{comma}{name}" for name in complete_rulesets(ctx, parameter, last)]


def complete_options(_ctx: click.Context, _parameter: click.Parameter, prefix: str) -> list[str]:
    """Return the chapters, options and yaku that match a prefix."""
    from riichi_core.rules.glossary import known_yaku
    from riichi_core.rules.rules import chapters, options

    return _matches([*chapters(), *options(), *known_yaku()], prefix)


def complete_changes(_ctx: click.Context, _parameter: click.Parameter, prefix: str) -> list[str]:
    """Return the options that match a prefix, each with `=`, or with each of its words."""
    from riichi_core.rules.options import sentences_by_word
    from riichi_core.rules.rules import options

    path, equals, _ = prefix.partition("=")
    if equals and path in options():
        words = sentences_by_word(options()[path].sentences)
        return _matches((f"{path}={word}" for word in words), prefix)
    return _matches((f"{name}=" for name in options()), prefix)


def complete_fouls(_ctx: click.Context, _parameter: click.Parameter, prefix: str) -> list[str]:
    """Return the fouls that match a prefix."""
    from riichi_core.game.fouls import fouls

    return _matches(fouls(), prefix)


def _matches(names: Iterable[str], prefix: str) -> list[str]:
    return [name for name in dict.fromkeys(names) if name.startswith(prefix)]
