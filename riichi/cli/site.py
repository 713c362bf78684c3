"""`riichi site`: the page for clubs as files for any web host."""

from __future__ import annotations

import os
from pathlib import Path

import click

from riichi.cli.language import language_options, translator
from riichi.cli.output import refuse, subcommand
from riichi_core.messages import Message


def kept_downloads() -> Path:
    """Return the folder that keeps downloads."""
    cache = os.environ.get("XDG_CACHE_HOME", "") or "~/.cache"
    return Path(cache).expanduser() / "riichi" / "site"


@subcommand("site")
@click.option("--output", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER",
              required=True,
              help="The folder for the site; replaces files of the same name.")  # fmt: skip
@click.option("--downloads", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER",
              help="The folder that keeps downloads; in your cache by default.")  # fmt: skip
@click.option("--address", default="", metavar="URL", envvar="RIICHI_SITE",
              help="The address of the site, for pictures in links to its pages (needs "
                   "Typst).")  # fmt: skip
@language_options
def command(output: Path, downloads: Path | None, address: str) -> None:
    """Write the page for house rules as files, for any web host.

    The engine runs in the visitor's browser, and nothing is sent anywhere. Pyodide comes from npm
    and its packages from PyPI, both pinned; Node.js compiles them.
    """
    from riichi.web.site.build import SiteError, build

    if address and not address.startswith(("https://", "http://")):
        refuse("An address begins with https:// or http://, not {address}.", address=address)
    try:
        files = build(output, downloads or kept_downloads(), address)
    except SiteError as error:
        refuse(error.message)
    message = Message(
        "wrote {n} files, {size:,} bytes, to {folder}",
        n=len(files), size=sum(files.values()), folder=output,
    )  # fmt: skip
    click.echo(translator()(message))
