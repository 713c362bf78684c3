"""The interfaces to other programs: configurations and game records."""
