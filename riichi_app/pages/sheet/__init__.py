"""What a club prints: pages made from the values of a ruleset."""
