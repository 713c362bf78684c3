"""Tournaments: a file of tables, what each player's sessions count for, standings and seating."""
