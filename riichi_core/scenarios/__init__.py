"""Scenarios: rules shown by examples, read from files and run under any ruleset."""
