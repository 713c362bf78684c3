"""The command line, the page and everything else for users."""
