"""Reading files that people write: strict YAML with places, and everything that can be wrong."""
