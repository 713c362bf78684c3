"""The languages of the texts: a gettext catalog for each, besides the English in the code."""

from riichi_app.locale.locale import ENGLISH, TERMS, Locale, Terms, languages

__all__ = ["ENGLISH", "TERMS", "Locale", "Terms", "languages"]
