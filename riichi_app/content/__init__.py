"""Content of everything that is shown: comparisons, rulebooks, sheets, results."""
