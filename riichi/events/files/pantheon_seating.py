"""Pantheon's predefined seating: a script of tables with the numbers of the players.

Pantheon shows the form of a script in its settings of an event (Forseti, `EventPrescript`): a line
for each table, with four numbers and hyphens, and an empty line between sessions. The numbers are
the local identifiers that its page of players gives them.
"""

from __future__ import annotations

from riichi.events.seating.known_plans import Plan


def seating_script(plan: Plan) -> str:
    """Return a plan as a script; the numbers count the players of the plan from 1.

    >>> print(seating_script((((0, 1, 2, 3), (4, 5, 6, 7)), ((0, 2, 4, 6), (1, 3, 5, 7)))), end="")
    1-2-3-4
    5-6-7-8
    <BLANKLINE>
    1-3-5-7
    2-4-6-8
    """
    sessions = (
        "".join("-".join(str(player + 1) for player in four) + "\n" for four in session)
        for session in plan
    )
    return "\n".join(sessions)
