"""Games as facts, played again under rules."""
