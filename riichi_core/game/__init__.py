"""Games: deals one after the other, how a game ends, and what it counts for."""
