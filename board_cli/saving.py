"""Writes the game that is being played to files of the player's choice."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from board_core.match.known_games import hosted
from board_core.record import PlayedGame
from board_core.text.sentence import Listed

from .language import _


class NotSaved(Exception):
    """The game could not be written; the text says why."""


class Saver:
    """Writes to new files, and again to those it has made; to no others."""

    def __init__(self) -> None:
        self._made: set[Path] = set()

    def save(self, record: PlayedGame, name: str) -> Path:
        """Write the record in the form that the name's ending says. Raises NotSaved."""
        forms = {f".{form.name}": form for form in hosted(record.rules).records}
        if not name:
            raise NotSaved(_("Say where, as in 'save {example}'.", example=f"game{min(forms)}"))
        path = _path(name, usual=next(iter(forms)))
        form = forms.get(path.suffix.lower())
        if form is None:
            raise NotSaved(
                _(
                    "{name} does not end like a file of games: use one of: {endings}",
                    name=repr(name),
                    endings=Listed(forms),
                )
            )
        try:
            with path.open("w" if path in self._made else "x", encoding="utf-8") as file:
                file.write(form.write(record))
        except FileExistsError:
            raise NotSaved(
                _("{path} exists already: choose another name", path=repr(name))
            ) from None
        except (OSError, ValueError, RuntimeError) as error:
            why = getattr(error, "strerror", None) or error
            raise NotSaved(_("{path} cannot be written: {why}", path=repr(name), why=why)) from None
        self._made.add(path)
        return path


def _path(name: str, usual: str) -> Path:
    path = Path(name)
    with suppress(RuntimeError):  # ~nobody
        path = path.expanduser()
    return (path if path.suffix else path.with_name(path.name + usual)).absolute()
