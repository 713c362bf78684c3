"""Playing a deal or a game: events in, state out.

`legal` says who may do what, `decide` turns actions into events, `evolve` folds events into the
next state; a `Table` plays a whole game with them.
"""
