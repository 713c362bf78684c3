"""The content of all output: comparisons, rulebooks, sheets, results."""
