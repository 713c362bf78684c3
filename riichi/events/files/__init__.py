"""The files of an organiser: players, results, the event."""
