"""Scenarios run by this engine or asked of another, and the report on them."""
