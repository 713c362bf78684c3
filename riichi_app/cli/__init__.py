"""The `riichi` command."""
