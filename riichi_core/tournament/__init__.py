"""Tournaments: a file of tables, the results of players' sessions, standings and seating."""
