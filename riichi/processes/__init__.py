"""Other programs as processes: engines that answer scenarios, and bots."""
