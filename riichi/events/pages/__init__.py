"""What organisers print and post."""
