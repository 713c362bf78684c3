"""Processes: other programs (engines that answer scenarios, and bots), and shares of our work."""
