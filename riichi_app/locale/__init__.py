"""The words of what is printed: a file a language, and the loader."""
