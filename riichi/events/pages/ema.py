"""The report for the EMA on a terminal: its weight, its sum, shared places and base ranks."""

from __future__ import annotations

from riichi.events.ema_report import EmaReport
from riichi.events.pages.tournament import amount, titled_table
from riichi.locale import Locale
from riichi.writers.model import Block, Document
from riichi_core.messages import Message


def ema_document(report: EmaReport, tr: Locale, *, players: bool) -> Document:
    """Return what to look at before a report is sent, perhaps with the players' base ranks."""
    blocks: list[Block] = []
    if players:
        head = ("place", "first name", "last name", "EMA number", "country", "score", "base rank")
        rows = [
            (str(row.place), one.first_name, one.last_name, one.ema or "-", one.country or "-",
             tr.decimal(row.score, 0), str(row.base_rank))
            for row in report.rows
            for one in [row.player]
        ]  # fmt: skip
        blocks += titled_table(tr("Players"), head, rows, tr=tr)
    weight = "-" if report.weight is None else tr.decimal(report.weight, 1)
    facts = [
        (tr("players"), f"{report.players:,}"),
        (tr("countries"), str(report.countries)),
        (tr("MERS weight"), weight),
    ]
    blocks += titled_table(tr("Weight"), ("what", "number"), facts, tr=tr)
    lines = [(tr(reason), amount(points, "points", tr)) for reason, points in report.sums]
    total = (tr("sum of all totals"), amount(report.total, "points", tr))
    blocks += titled_table(tr("Check of the totals"), ("what", "points"), [*lines, total], tr=tr)
    if report.ties:
        shared = [(str(place), tr(Message.and_list(names))) for place, names in report.ties]
        blocks += titled_table(tr("Shared places"), ("place", "players"), shared, tr=tr)
    title = report.event.title or tr("Report for the EMA")
    return Document(title, tr.language, "report", tuple(blocks))
