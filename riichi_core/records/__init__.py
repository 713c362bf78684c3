"""Games that others recorded: read, played again move by move, and written for their programs."""
