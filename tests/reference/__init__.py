"""A slow, obvious scorer, written apart from the engine, so that the two can be compared."""
