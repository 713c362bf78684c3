"""The commands `plan` and `tournament`."""
