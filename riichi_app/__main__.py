"""`python -m riichi_app`, the same as the command `riichi`."""

from riichi_app.cli.main import main

main(prog_name="riichi")
