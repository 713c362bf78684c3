"""All that speaks to other programs: configuration, records of games, engines that are asked."""
