"""The score sheet of a ruleset."""
