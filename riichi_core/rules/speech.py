"""Values in words: the sentence that an option's value means."""

from collections.abc import Mapping

from riichi_core.language import ENGLISH, Translator
from riichi_core.rules.options import Option, Record, Says, meaning


def say(option: Option, value: object, tr: Translator = ENGLISH) -> str:
    """The plain sentence, or sentences, of a value of this option.

    Args:
        option: the option, or the part of a record, with its words.
        value: a value that its field can hold.
        tr: the language to say it in.

    Returns:
        What the value means at the table, in full sentences.
    """
    says = option.says
    if callable(says):
        return says(value, tr)
    if isinstance(value, Record):
        return _record(says, value, tr)
    if isinstance(says, str):
        return tr(says, value=value)
    if isinstance(value, tuple):
        texts = [text for word, text in says.items() if word in value] or [says[""]]
        return " ".join(map(tr, texts))
    return tr(says[str(value).lower() if isinstance(value, bool) else str(value)])


def _record(says: Mapping[str, str] | str, record: Record, tr: Translator) -> str:
    """A heading for the kind of record where there is one, then each part."""
    fields = type(record).model_fields
    parts = []
    heading = says.get(next(iter(fields)), says.get("record")) if isinstance(says, Mapping) else ""
    if heading:
        parts.append(tr(heading))
    for name, field in fields.items():
        if (part := meaning(field)) is not None:
            parts.append(say(part, getattr(record, name), tr))
    return " ".join(filter(None, parts))


def words(says: Says) -> Mapping[str, str]:
    """What each word of a closed list means, and `{…}` for its record, where there is a text."""
    if not isinstance(says, Mapping):
        return {}
    names = {"record": "{…}", "": "[]"}
    return {names.get(word, word): text for word, text in says.items() if text}
