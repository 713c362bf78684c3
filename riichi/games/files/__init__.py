"""The files of written games: YAML, and the table of a score sheet."""
