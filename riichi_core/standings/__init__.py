"""Tournaments and leagues: seating plans, the results of sessions, and standings."""
