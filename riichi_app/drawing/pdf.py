"""A page as PDF, through WeasyPrint where that is installed."""

from __future__ import annotations

from importlib import import_module

INSTALL = "pip install 'riichi-core[pdf]'"


class NoPdfError(RuntimeError):
    """What makes PDF is not there, or cannot be loaded."""


def pdf(page: str) -> bytes:
    """The PDF of an HTML page.

    Raises:
        NoPdfError: WeasyPrint is not installed, or lacks a library of the system.
    """
    try:
        weasyprint = import_module("weasyprint")
    except ImportError:
        message = f"PDF needs WeasyPrint, which is not installed: {INSTALL}"
        raise NoPdfError(f"{message}. Or print the HTML from a browser.") from None
    except OSError as error:
        message = f"WeasyPrint cannot be loaded, a library of the system is lacking: {error}"
        raise NoPdfError(f"{message}. Or print the HTML from a browser.") from None
    made: bytes = weasyprint.HTML(string=page, url_fetcher=_nothing).write_pdf()
    return made


def _nothing(url: str, *_: object, **__: object) -> object:
    """A page of ours fetches nothing, whatever stands in it."""
    raise ValueError(f"nothing is fetched: {url}")
