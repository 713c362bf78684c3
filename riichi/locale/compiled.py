"""The compiled form of a catalog, with a digest in place of each English text.

The code and the data have the English texts already. Without them, a catalog is half as large as a
`.mo` file and loads in a third of the time.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Iterable, Sequence
from gettext import NullTranslations, c2py
from hashlib import blake2b
from typing import Any

DIGEST_BYTES = 5
"""The length of a digest: with 5,000 texts, one in 200 million unknown texts has a known digest."""


class CompiledCatalog(NullTranslations):
    """The translations in a compiled catalog; a text without a translation stays in English."""

    _translations: dict[bytes, str | Sequence[str]]

    def _parse(self, fp: Any) -> None:
        """Read the file, as gettext asks of classes with a format of their own."""
        parts = json.load(fp)
        digests = b64decode(parts["digests"])
        starts = range(0, len(digests), DIGEST_BYTES)
        keys = (digests[start : start + DIGEST_BYTES] for start in starts)
        self._translations = dict(zip(keys, parts["translations"], strict=True))
        self._form_for = c2py(parts["plural"])

    def gettext(self, message: str) -> str:
        """Return the translation of a text, for one thing if the text also counts."""
        found = self._translations.get(_digest(message), message)
        return found if isinstance(found, str) else found[self._form_for(1)]

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the translation of a text that counts, for this number."""
        forms = self._translations.get(_digest(msgid1))
        return super().ngettext(msgid1, msgid2, n) if forms is None else forms[self._form_for(n)]

    def pgettext(self, context: str, message: str) -> str:
        """Return the translation of a text in its context."""
        return str(self._translations.get(_digest(message, context), message))


Translated = tuple[str, str | None, str | Sequence[str]]
"""A text (the singular if it counts), its context, and its translation or the forms of it."""


def compiled_text(texts: Iterable[Translated], plural: str) -> str:
    """Return the text of the file that `CompiledCatalog` reads.

    Args:
        texts: the texts with their translations.
        plural: the expression of the language for the number of a form, as in C.

    Raises:
        ValueError: if two texts have the same digest.
    """
    by_digest: dict[bytes, str | Sequence[str]] = {}
    for text, context, translation in texts:
        if by_digest.setdefault(_digest(text, context), translation) is not translation:
            raise ValueError(f"{text!r} has the same digest as another text; change its words")
    parts = {
        "plural": plural,
        "digests": b64encode(b"".join(by_digest)).decode(),
        "translations": [*by_digest.values()],
    }
    return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))


def _digest(text: str, context: str | None = None) -> bytes:
    whole = text if context is None else f"{context}\x04{text}"
    return blake2b(whole.encode(), digest_size=DIGEST_BYTES).digest()
