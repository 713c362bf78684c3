"""Values of options that fit given results."""
