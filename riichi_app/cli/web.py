"""`riichi web`: the page for clubs on one's own machine."""

from __future__ import annotations

import os
import sys
import webbrowser
from pathlib import Path

import click

from riichi_app.cli.language import language_options, translator
from riichi_app.cli.output import refuse
from riichi_core.messages import Message


@click.command("web")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), required=False)
@click.option("--port", type=click.IntRange(0, 65535), metavar="N",
              help="The port: 8136 or the next that is free by default; 0 for any.")  # fmt: skip
@click.option("--links-to", default="", metavar="URL", envvar="RIICHI_SITE",
              help="The address of a hosted page, for links that others can open.")  # fmt: skip
@click.option("--no-open", is_flag=True, help="Print the address without opening a browser.")
@language_options
def command(file: Path | None, port: int | None, links_to: str, no_open: bool) -> None:
    """Open the page for house rules: choose, see what changes, print.

    FILE is read, and written at each change. Without it, the page keeps your rules in your data
    folder.

    Only this machine can open the page, and only at the address that the command prints. Press
    Ctrl-C to stop it.
    """
    from riichi_app.web.server import PageServer

    tr = translator()
    try:
        kept = own_rules_file() if file is None else file
        if port is None:
            server = PageServer.on_first_free_port(kept, links_to)
        else:
            server = PageServer(port, kept, links_to)
    except OSError:
        refuse("the port {port} is taken; choose another, or leave it out", port=str(port or ""))
    with server:
        click.echo(tr(Message("The page is at {address} (Ctrl-C ends it)", address=server.address)))
        click.echo(tr(Message("Your rules are kept in {file}", file=str(kept))))
        if not no_open:
            webbrowser.open(server.address)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            click.echo("", err=True)


def own_rules_file() -> Path:
    """Return the file in which the page keeps house rules where none is named."""
    home = Path.home()
    if sys.platform == "win32":
        folder = Path(os.environ.get("APPDATA", home / "AppData" / "Roaming"))
    elif sys.platform == "darwin":
        folder = home / "Library" / "Application Support"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return folder / "riichi" / "my-club.yaml"
