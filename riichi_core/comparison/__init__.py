"""Compare rulesets side by side."""
