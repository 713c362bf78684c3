"""Find the rules that answer a question, or that have a name in them."""
