"""Comparisons as text, Markdown, HTML and CSV."""
