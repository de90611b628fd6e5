"""The form of the hand-in as it comes in: a token first, then a zip or the files of a folder.

A stranger without a token costs no memory: the token is the first field, and no other part is read
before it is accepted.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from board_core.contest.hand_in import MOST_TOKEN
from board_core.files.extras import extra
from board_core.files.untrusted_files import MIB
from board_core.text.sentence import BoardError, say

with extra("contest"):
    from python_multipart.exceptions import FormParserError
    from python_multipart.multipart import MultipartParser, parse_options_header

logging.getLogger("python_multipart").setLevel(logging.CRITICAL)  # it tells of each bad form

TOKEN_FIELD, ZIP_FIELD, FOLDER_FIELD = "token", "zip", "folder"

MOST_PARTS = 3_000
"""Parts of a form: a folder has one for each file."""


class BadForm(BoardError):
    """The form cannot be read; the sentence says why."""


class TooLarge(BadForm):
    """The upload is larger than the organiser allows."""


class HandInForm:
    """Reads a form part by part. After :meth:`feed` raises BoardError, the rest is ignored.

    ``admit`` is called once with the token, before any file is read, and ``begin`` once before the
    first file; both raise BoardError to end the reading. ``most`` bytes of files are kept.
    """

    def __init__(
        self,
        content_type: str,
        most: int,
        admit: Callable[[str], None],
        begin: Callable[[], None],
    ) -> None:
        kind, options = parse_options_header(content_type)
        if kind != b"multipart/form-data" or not options.get(b"boundary"):
            raise _bad()
        self.zipped: bytes | None = None
        self.parts: list[tuple[str, bytes]] = []
        self._most = self._left = most
        self._admit, self._begin = admit, begin
        self._admitted = self._begun = self._ended = False
        self._seen = 0
        self._header, self._value = bytearray(), bytearray()
        self._field = self._file = ""
        self._data = bytearray()
        try:
            self._parser = MultipartParser(
                options[b"boundary"],
                {
                    "on_part_begin": self._part_begins,
                    "on_header_field": self._header_comes,
                    "on_header_value": self._value_comes,
                    "on_header_end": self._header_ends,
                    "on_headers_finished": self._data_begins,
                    "on_part_data": self._data_comes,
                    "on_part_end": self._part_ends,
                    "on_end": self._form_ends,
                },
            )
        except FormParserError:
            raise _bad() from None

    def feed(self, data: bytes) -> None:
        """Read the next bytes."""
        try:
            self._parser.write(data)
        except FormParserError:
            raise _bad() from None

    def finish(self) -> None:
        """Check that the form is complete."""
        if not self._ended or not self._admitted:
            raise _bad()

    @property
    def empty(self) -> bool:
        """True if no file was chosen."""
        return self.zipped is None and not self.parts

    def _part_begins(self) -> None:
        self._seen += 1
        if self._seen > MOST_PARTS:
            raise BadForm(say("there are more than {limit} files: submit less", limit=MOST_PARTS))
        self._field = self._file = ""
        self._data = bytearray()

    def _header_comes(self, data: bytes, start: int, end: int) -> None:
        self._header += data[start:end]

    def _value_comes(self, data: bytes, start: int, end: int) -> None:
        self._value += data[start:end]

    def _header_ends(self) -> None:
        if self._header.lower() == b"content-disposition":
            _kind, options = parse_options_header(self._value.decode("latin-1"))
            self._field = options.get(b"name", b"").decode("utf-8", "replace")
            self._file = options.get(b"filename", b"").decode("utf-8", "replace")
        self._header, self._value = bytearray(), bytearray()

    def _data_begins(self) -> None:
        if not self._admitted:
            if self._field != TOKEN_FIELD:
                raise _bad()
        elif self._field not in (ZIP_FIELD, FOLDER_FIELD):
            raise _bad()
        elif self._file and not self._begun:
            self._begun = True
            self._begin()

    def _data_comes(self, data: bytes, start: int, end: int) -> None:
        if not self._admitted:
            if len(self._data) + end - start > 4 * MOST_TOKEN:
                raise _bad()
        else:
            self._left -= end - start
            if self._left < 0 or not self._file:
                raise TooLarge(say("the upload is larger than {size} MiB", size=self._most // MIB))
        self._data += data[start:end]

    def _part_ends(self) -> None:
        if not self._admitted:
            self._admit(self._data.decode("utf-8", "replace"))
            self._admitted = True
        elif self._file and self._field == ZIP_FIELD:
            if self.zipped is not None:
                raise _bad()
            self.zipped = bytes(self._data)
        elif self._file:
            self.parts.append((self._file, bytes(self._data)))

    def _form_ends(self) -> None:
        self._ended = True


def _bad() -> BadForm:
    return BadForm(say("this form cannot be read: load the page again"))
