"""Tournaments and leagues, from the plan to the report."""
