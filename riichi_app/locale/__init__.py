"""The languages in which texts can be read: a gettext catalog for each, beside the English code."""

from riichi_app.locale.locale import ENGLISH, TERMS, Locale, Terms, languages

__all__ = ["ENGLISH", "TERMS", "Locale", "Terms", "languages"]
