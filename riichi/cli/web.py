"""`riichi web`: the page for clubs on the user's own machine."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

import click

from riichi.cli.language import language_options, translator
from riichi.cli.options import links_to_option
from riichi.cli.output import refuse, subcommand
from riichi_core.messages import Message

if TYPE_CHECKING:
    from riichi.web.kept_file import KeptFile
    from riichi.web.server import PageServer


@subcommand("web")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), required=False)
@click.option("--port", type=click.IntRange(0, 65535), metavar="N",
              help="The port: 8136 or the next free port up to 8145 by default; "
                   "0 for any free port.")  # fmt: skip
@links_to_option
@click.option("--no-open", is_flag=True, help="Print the address without opening a browser.")
@language_options
def command(file: Path | None, port: int | None, links_to: str, no_open: bool) -> None:
    """Open the page for house rules: choose, see what changes, print.

    The page saves your rules to FILE at each change. Without FILE, it saves them to my-club.yaml
    in your data folder.

    Only this machine can open the page, and only at the address that the command prints. Press
    Ctrl-C to stop it. Example: riichi web tuesday.yaml
    """
    from riichi.web.kept_file import KeptError, KeptFile, own_rules_file

    tr = translator()
    kept = KeptFile(own_rules_file() if file is None else file)
    try:
        kept.read()
    except KeptError as error:
        refuse("{file}: {problem}", file=str(kept.path), problem=tr(error.message))
    from riichi.web.server import lasting_token

    with _server(port, kept, links_to) as server:
        server.token = lasting_token(kept)  # bookmarks and open tabs stay valid
        message = Message("The page is at {address} (press Ctrl-C to stop)", address=server.address)
        click.echo(tr(message))
        click.echo(tr(Message("Your rules are saved to {file}", file=str(kept.path))))
        if not no_open:
            webbrowser.open(server.address)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            click.echo("", err=True)


def _server(port: int | None, kept: KeptFile, links_to: str) -> PageServer:
    from riichi.web.server import PORTS, PageServer

    try:
        if port is None:
            return PageServer.on_first_free_port(kept, links_to)
        return PageServer(port, kept, links_to)
    except (OSError, OverflowError):
        if port is None:
            refuse(
                "the ports {first} to {last} are taken; choose another with --port",
                first=str(PORTS[0]), last=str(PORTS[-1]),
            )  # fmt: skip
        refuse("the port {port} is taken; choose another, or leave it out", port=str(port))
