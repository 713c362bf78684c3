"""The option space, the files that fill it, and everything that can be wrong with them."""
