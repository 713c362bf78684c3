"""Find the rules that answer a question or whose name contains a word."""
