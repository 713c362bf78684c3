"""Scoring: fu with reasons, dora, limits, payments, and the best reading of a win."""
