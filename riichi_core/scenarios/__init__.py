"""Scenarios: rules shown by example, read from files and run under any ruleset."""
