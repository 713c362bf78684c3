"""Rulesets side by side."""
