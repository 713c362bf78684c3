"""The interfaces to other programs: configurations, game records, and engines to compare with."""
