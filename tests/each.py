"""Many small cases in one test, because pytest's overhead exceeds the time of such a case."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

MOST_SHOWN = 10
"""The failures that are shown with all that pytest knows of them; the others are named."""

Test = Callable[..., None]
Values = Iterable[Any]


def each(names: str, values: Values | Callable[[], Values]) -> Callable[[Test], Test]:
    """Run a test with each of some values, one after the other, even if some cases fail.

    Args:
        names: the parameter, or several as `"path, value"`.
        values: its values; for several parameters, tuples. A function is called when the test
            runs, so that it does not slow down collection.
    """
    wanted = names.split(", ")
    kept = values if callable(values) else [*values]

    def with_each(test: Test) -> Test:
        @wraps(test)
        def tried(**others: Any) -> None:
            found = kept() if callable(kept) else kept
            cases = [value if len(wanted) > 1 else (value,) for value in found]
            assert cases, "there is no case"
            failed: dict[str, Exception] = {}
            for case in cases:
                given = dict(zip(wanted, case, strict=True))
                try:
                    test(**given, **others)
                except Exception as error:
                    failed[str(getattr(case[0], "id", case[0]))] = error
                    error.add_note(f"with {given}")
            if failed:
                message = f"{len(failed)} of {len(cases)} fail: {', '.join(failed)}"
                raise ExceptionGroup(message, [*failed.values()][:MOST_SHOWN])

        signature = inspect.signature(test)
        left = [one for one in signature.parameters.values() if one.name not in wanted]
        vars(tried)["__signature__"] = signature.replace(parameters=left)
        return tried

    return with_each
