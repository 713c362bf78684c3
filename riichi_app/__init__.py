"""The command line, and everything else that people touch."""
