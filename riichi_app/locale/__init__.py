"""The languages in which texts can be read: a gettext catalog for each, beside the English code."""

from riichi_app.locale.locale import ALSO_BOOK, BOOK, ENGLISH, Locale, languages, terms

__all__ = ["ALSO_BOOK", "BOOK", "ENGLISH", "Locale", "languages", "terms"]
