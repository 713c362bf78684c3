"""`python -m riichi`, the same as the command `riichi`."""

from riichi.cli.main import main

main(prog_name="riichi")
