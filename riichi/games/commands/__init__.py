"""The commands `game`, `infer`, `replay`, `simulate` and `study`."""
