import os
import subprocess
import sys
from pathlib import Path
from queue import Queue

import pygame
import pytest
from patience import PATIENCE

from board_pygame.sounds import PEAK_HEIGHT, SAMPLE_RATE, Sound, Sounds, samples

ROOT = Path(__file__).parents[2]

every_sound = pytest.mark.parametrize("sound", Sound, ids=lambda sound: sound.name)


@pytest.fixture
def heard(monkeypatch):
    """What is played, as numbers of bytes."""
    played = Queue()

    class Recorder(pygame.mixer.Sound):
        def play(self, *_):
            played.put(self.get_raw())

    monkeypatch.setattr(pygame.mixer, "Sound", Recorder)
    return played


@pytest.fixture
def opened(monkeypatch):
    """How often a mixer was asked for; there is none."""
    asked = []

    def init(*arguments, **_options):
        asked.append(arguments)
        raise pygame.error("no such device")

    monkeypatch.setattr(pygame.mixer, "init", init)
    return asked


@every_sound
def test_sounds_are_short_and_never_too_loud(sound):
    made = samples(sound)
    assert len(made) < 0.9 * SAMPLE_RATE
    assert max(map(abs, made)) == PEAK_HEIGHT


@every_sound
def test_sounds_begin_and_end_in_silence(sound):
    made = samples(sound)
    assert max(map(abs, made[:3])) < PEAK_HEIGHT / 10
    assert max(map(abs, made[-100:])) < PEAK_HEIGHT / 100


@every_sound
def test_sounds_are_the_same_each_time(sound):
    assert samples(sound) == samples(sound)


def test_all_sounds_differ():
    assert len({samples(sound).tobytes() for sound in Sound}) == len(Sound)


def test_what_is_wanted_is_played_in_its_order(heard):
    sounds = Sounds(on=True)
    for sound in (Sound.MOVE, Sound.CAPTURE, Sound.MOVE):
        sounds.play(sound)
        assert heard.get(timeout=PATIENCE) == samples(sound).tobytes()
    assert pygame.mixer.get_init() == (SAMPLE_RATE, -16, 1)
    sounds.close()
    assert pygame.mixer.get_init() is None


def test_when_off_nothing_is_opened(opened):
    sounds = Sounds()
    sounds.play(Sound.MOVE)
    sounds.close()
    assert opened == []


def test_without_a_sound_card_nothing_happens_and_nothing_is_said(opened, capfd):
    sounds = Sounds(on=True)
    for _ in range(20):
        sounds.play(Sound.MOVE)
    sounds.close()
    assert len(opened) == 1
    assert capfd.readouterr() == ("", "")


def test_turned_on_again_it_looks_for_a_sound_card_again(opened):
    sounds = Sounds(on=True)
    for on in (True, False, True):
        sounds.play(Sound.MOVE)
        sounds.turn(on)
    sounds.play(Sound.MOVE)
    sounds.close()
    assert len(opened) == 3


def test_more_sounds_than_can_be_waiting_are_dropped(heard, monkeypatch):
    sounds = Sounds(on=True)
    for _ in range(1_000):
        sounds.play(Sound.LOW_TIME)
    sounds.close()
    assert 1 <= heard.qsize() < 1_000


def test_after_close_nothing_is_played_and_closing_twice_is_fine(heard):
    sounds = Sounds(on=True)
    sounds.close()
    sounds.close()
    sounds.play(Sound.MOVE)
    assert heard.empty()


def test_somebody_else_may_close_the_mixer(heard):
    sounds = Sounds(on=True)
    sounds.play(Sound.MOVE)
    heard.get(timeout=PATIENCE)
    pygame.mixer.quit()
    sounds.play(Sound.CHECK)
    sounds.close()


@pytest.mark.skipif(sys.platform != "linux", reason="ALSA is on Linux")
def test_alsa_without_a_sound_card_writes_nothing():
    program = (
        "from board_pygame.sounds import Sound, Sounds\n"
        "sounds = Sounds(on=True); sounds.play(Sound.MOVE); sounds.close()"
    )
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "SDL_AUDIODRIVER": "alsa",
        "AUDIODEV": "no-such-device",
    }
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
