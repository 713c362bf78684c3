"""The base of every error that the library raises on purpose."""

from __future__ import annotations


class RiichiError(ValueError):
    """A mistake in what was given: a text, a record, a file, an action that is not legal.

    Catch this to catch all of them. `str()` is a sentence for people; subclasses add what programs
    need, such as a `code`, the `field` at fault or the `diagnostics` of a file.
    """
