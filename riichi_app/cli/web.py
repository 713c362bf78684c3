"""`riichi web`: the page for clubs on one's own machine."""

from __future__ import annotations

import webbrowser

import click

from riichi_app.cli.language import language_options, translator
from riichi_app.cli.output import refuse
from riichi_core.messages import Message


@click.command("web")
@click.option("--port", type=click.IntRange(0, 65535), default=0, metavar="N",
              help="The port to listen on; any free port by default.")  # fmt: skip
@click.option("--no-open", is_flag=True, help="Print the address without opening a browser.")
@language_options
def command(port: int, no_open: bool) -> None:
    """Open the page for house rules: choose, see what changes, print.

    Only this machine can open the page, and only at the address that the command prints. Press
    Ctrl-C to stop it.
    """
    from riichi_app.web.server import PageServer

    tr = translator()
    try:
        server = PageServer(port)
    except OSError:
        refuse("the port {port} is taken; choose another, or leave it out", port=str(port))
    with server:
        click.echo(tr(Message("The page is at {address} (Ctrl-C ends it)", address=server.address)))
        if not no_open:
            webbrowser.open(server.address)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            click.echo("", err=True)
