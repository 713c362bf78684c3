"""A slow, obvious scorer, written separately from the engine, to compare the two."""
