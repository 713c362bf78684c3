"""The standings of a tournament as rulebooks define them: sessions, totals and places.

`sessions` holds the rows by table, `score_entry` turns results into points, and `standings` ranks
the players.
"""
