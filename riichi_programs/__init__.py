"""All that speaks to other programs: their configuration, and engines that are asked."""
