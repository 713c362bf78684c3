"""Find the rules that answer a question, and those whose name contains a word."""
