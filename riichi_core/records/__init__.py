"""Records of wins, deals and games, our own or of other programs: read, replayed, written."""
