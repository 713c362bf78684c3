"""The pages of the site as files, in all languages."""

from __future__ import annotations

from riichi_app.locale import Locale
from riichi_app.locale.locale import languages
from riichi_app.web.compare_page import compare_page
from riichi_app.web.frame import Engine, file_name
from riichi_app.web.house_page import index_page
from riichi_app.web.lookup import rules_page


def pages(engine: Engine = "worker") -> dict[str, str]:
    """Return every page by the name of its file, in all languages."""
    makers = {"index": index_page, "compare": compare_page, "rules": rules_page}
    return {
        file_name(page, code): make(Locale(code), engine)
        for code in languages()
        for page, make in makers.items()
    }
