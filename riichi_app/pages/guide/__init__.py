"""What changes from one ruleset to the next, for a player who goes from table to table."""
