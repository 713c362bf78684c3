"""The languages of the texts: a gettext catalog for each, besides the English in the code."""

from riichi.locale.locale import BOOK, ENGLISH, Locale, languages, offered_languages, terms

__all__ = ["BOOK", "ENGLISH", "Locale", "languages", "offered_languages", "terms"]
