"""The reference of the documentation site, made from the code."""
