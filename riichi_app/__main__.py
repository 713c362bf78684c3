"""`python -m riichi_app` is the command `riichi`."""

from riichi_app.cli.main import main

main(prog_name="riichi")
