"""The option space, one module a chapter."""
