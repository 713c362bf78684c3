"""Read files that people write: strict YAML with places, and all their errors as `Problem`s."""
