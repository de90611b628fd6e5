"""The sounds of the board, computed at their first use, and the alarm for low time.

The recipes and :func:`samples` are arithmetic; :class:`Sounds` owns the mixer.
"""

from __future__ import annotations

import ctypes
import math
import sys
from array import array
from contextlib import suppress
from enum import Enum
from functools import cache
from queue import Full, Queue
from random import Random
from threading import Thread

import pygame

from board_core import Color
from board_core.fast_dataclass import dataclass

from .game_state import GameState
from .phases import Mode

ALARM_LEAST, ALARM_MOST, ALARM_SHARE = 10.0, 60.0, 8
"""Seconds at which it rings at the earliest and the latest, and the part of the whole time."""

SAMPLE_RATE = 44_100  # samples a second
PEAK_HEIGHT = 14_000  # of 32,767: loud enough beside a clock, and never clipped
RISE_SECONDS = 0.001  # seconds; a tone that begins at once clicks
AUDIBLE_DECAYS = 7  # decay times after which a tone cannot be heard
MOST_SOUNDS_WAITING = 4  # more are not worth hearing: their moves are long past
BUFFER_SAMPLES = 512  # samples that the sound card is given: 12 ms


class Sound(Enum):
    MOVE = "move"
    CAPTURE = "capture"
    CHECK = "check"
    GAME_END = "game end"
    LOW_TIME = "low time"


@dataclass(frozen=True, slots=True)
class Tone:
    """A decaying sine; without a pitch, a burst of muffled noise."""

    pitch: float  # hertz
    level: float
    decay: float  # seconds until a third is left
    at: float = 0.0  # seconds


def _knock(pitch: float, level: float = 1.0, at: float = 0.0) -> tuple[Tone, ...]:
    """Return a knock of wood on wood: noise over two short tones that are not in tune."""
    return (
        Tone(0, level, 0.004, at),
        Tone(pitch, 0.6 * level, 0.018, at),
        Tone(2.76 * pitch, 0.25 * level, 0.008, at),
    )


SOUND_RECIPES: dict[Sound, tuple[Tone, ...]] = {
    Sound.MOVE: _knock(390),
    Sound.CAPTURE: (*_knock(520, 0.7), *_knock(290, 1.0, at=0.045)),
    Sound.CHECK: (*_knock(390), Tone(660, 0.4, 0.04, 0.02), Tone(880, 0.4, 0.05, 0.1)),
    Sound.GAME_END: (Tone(523, 0.5, 0.09), Tone(659, 0.5, 0.09, 0.12), Tone(784, 0.5, 0.09, 0.24)),
    Sound.LOW_TIME: (Tone(988, 0.5, 0.02), Tone(988, 0.5, 0.02, 0.16)),
}


def samples(sound: Sound) -> array[int]:
    """Return a sound as 16-bit samples of one channel; the same each time."""
    tones = SOUND_RECIPES[sound]
    length = max(tone.at + AUDIBLE_DECAYS * tone.decay for tone in tones)
    mixed = [0.0] * (int(length * SAMPLE_RATE) + 1)
    for tone in tones:
        start = int(tone.at * SAMPLE_RATE)
        for place, height in enumerate(_wave(tone), start):
            mixed[place] += height
    loudest = max(map(abs, mixed))
    return array("h", (int(height / loudest * PEAK_HEIGHT) for height in mixed))


def _wave(tone: Tone) -> list[float]:
    count = int(AUDIBLE_DECAYS * tone.decay * SAMPLE_RATE)
    source = _sine(tone.pitch, count) if tone.pitch else _muffled_noise(count)
    fade = math.exp(-1 / (tone.decay * SAMPLE_RATE))
    wave, level = [], tone.level
    for place, height in enumerate(source):
        rise = min(1.0, place / (RISE_SECONDS * SAMPLE_RATE))
        wave.append(rise * level * height)
        level *= fade
    return wave


def _sine(pitch: float, count: int) -> list[float]:
    turn = math.tau * pitch / SAMPLE_RATE
    return [math.sin(turn * place) for place in range(count)]


def _muffled_noise(count: int) -> list[float]:
    chance, height, noise = Random(1), 0.0, []
    for _ in range(count):
        height += 0.35 * (chance.uniform(-1, 1) - height)  # a low pass at 3 kHz
        noise.append(2 * height)
    return noise


class Sounds:
    """Owns the mixer and the thread that works it, from the first sound until :meth:`close`.

    Without a sound card it does nothing, without an error. For one thread only.
    """

    def __init__(self, on: bool = False) -> None:
        self._on = on
        self._wanted: Queue[Sound | None] = Queue(MOST_SOUNDS_WAITING)
        self._worker: Thread | None = None

    def play(self, sound: Sound) -> None:
        """Play a sound soon; drop it if sound is off or too many are waiting."""
        if not self._on:
            return
        if self._worker is None:
            self._worker = Thread(target=_work, args=(self._wanted,), name="sounds", daemon=True)
            self._worker.start()
        with suppress(Full):
            self._wanted.put_nowait(sound)

    def turn(self, on: bool) -> None:
        """Switch sounds; off releases the sound card, on looks for one again."""
        self.close()
        self._on = on

    def close(self) -> None:
        """Release the sound card and end the thread. Safe to call twice."""
        self._on = False
        if self._worker is not None:
            self._wanted.put(None)
            self._worker.join()
            self._worker = None


def _work(wanted: Queue[Sound | None]) -> None:
    """Play the sounds of the queue until None; without a mixer, drop them."""
    heard = _open_mixer()

    @cache
    def made(sound: Sound) -> pygame.mixer.Sound:
        return pygame.mixer.Sound(buffer=samples(sound))

    try:
        while (sound := wanted.get()) is not None:
            if heard:
                with suppress(pygame.error):  # somebody else has closed the mixer
                    made(sound).play()
    finally:
        if heard:
            pygame.mixer.quit()


def _open_mixer() -> bool:
    _silence_alsa()
    try:
        pygame.mixer.init(SAMPLE_RATE, -16, 1, BUFFER_SAMPLES, allowedchanges=0)
    except (pygame.error, NotImplementedError, ImportError):  # no device; no mixer in this build
        return False
    return True


def _silence_alsa() -> None:
    """Stop ALSA, which SDL loads by this name, from writing to stderr without a sound card.

    It takes another function for that. Any that does nothing will do, whatever its arguments are,
    and one of C never meets a Python that is already ending.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            nothing = ctypes.cast(ctypes.CDLL(None).getpid, ctypes.c_void_p)
            ctypes.CDLL("libasound.so.2").snd_lib_error_set_handler(nothing)


RECOVERY_FACTOR = 1.5
"""The alarm rings again after the clock has shown this multiple of the low time (as lichess)."""


class Alarm:
    """Decides at every frame whether to ring; remembers for which sides it has rung."""

    def __init__(self) -> None:
        self._rung: dict[Color, int] = {}  # the game it rang in

    def rings(self, state: GameState, now: float) -> bool:
        """Return whether to ring now; ``now`` is the time of the games' clocks."""
        clock = state.view.clock
        color = clock.running
        if not state.running or color is None or state.seats[color].mode is not Mode.PERSON:
            return False
        left, base = clock.remaining_at(color, now), clock.allotted(color, now)
        if self._rung.get(color) != state.number:
            if is_low(left, base):
                self._rung[color] = state.number
                return True
        elif not is_low(left / RECOVERY_FACTOR, base):
            del self._rung[color]
        return False


def is_low(left: float, base: float) -> bool:
    """Tell whether time is low, by the rule of lichess; both are in seconds."""
    return base != math.inf and left < min(ALARM_MOST, max(ALARM_LEAST, base / ALARM_SHARE))
