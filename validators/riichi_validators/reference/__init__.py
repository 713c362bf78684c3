"""The generated reference of the documentation site."""
