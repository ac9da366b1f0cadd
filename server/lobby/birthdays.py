"""Validates birthdays: a month and a day, which are shown to nobody (H4)."""

from __future__ import annotations

import re
from typing import Final

DAYS: Final = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
"""Days of the months in a leap year: who was born on 29 February has a birthday, too."""
_FORM: Final = re.compile(r"([0-9]{2})-([0-9]{2})")


class BadBirthday(ValueError):
    """Something that is no birthday. `words` say what is allowed, and repeat nothing of it."""

    words: Final = 'birthday: a month and a day as MM-DD, from "01-01" to "12-31", or "" to take it away'


def checked_birthday(given: object) -> str:
    """What was given, if it is a day of a leap year as MM-DD. Raises BadBirthday."""
    form = _FORM.fullmatch(given) if isinstance(given, str) else None
    if form is None:
        raise BadBirthday
    month, day = int(form[1]), int(form[2])
    if not 1 <= month <= len(DAYS) or not 1 <= day <= DAYS[month - 1]:
        raise BadBirthday
    return form[0]
