"""Boards in progress with what programs say of them, the latest loss, the projector."""

from __future__ import annotations

import shutil
from dataclasses import replace

from html_page import Page

from board_core.contest.report.games import latest_loss
from board_core.contest.report.live import STAGE_SECONDS, Live
from board_core.contest.report.replay import running_view
from board_core.contest.report.running import RunningGames
from board_core.contest.report.view import tightest
from board_core.contest.store import Folder, read_contest
from board_core.game.player import Cause, Explanation, Score
from board_core.game.sides import PerColor
from board_core.game.words import Words
from board_core.text.sentence import say


def games_of(running, contest):
    return RunningGames(running).read(contest)


def scored(game, white: int | None, black: int | None, **more: object):
    scores = (None if cp is None else Score(cp) for cp in (white, black))
    return replace(game, scores=PerColor(*scores), **more)


def test_running_boards_show_the_scores_of_both_programs(running, contest):
    one, *_ = games_of(running, contest)
    white = [each.score for each in one.game.moves if each.color.value == "white"]
    black = [each.score for each in one.game.moves if each.color.value == "black"]
    assert one.scores == PerColor(white[-1], black[-1])
    page = Page(Live(running).answer("index.html").body.decode())
    said = page.with_class("said")
    assert len(said) == 6
    assert f"{-black[-1].cp / 100:+.2f}" in page.texts  # from White's view


def test_a_score_that_was_taken_back_is_not_shown_after_a_new_beginning(running, contest):
    (one, *_), again = games_of(running, contest), games_of(running, contest)
    assert again[0].scores == one.scores


def test_why_a_program_failed_is_for_its_author_on_the_page_of_a_running_game_too(discreet):
    contest = read_contest(discreet)
    one, *_ = games_of(discreet, contest)
    failed = Explanation(Cause.EXITED, say("it ended"), stderr="its secret")
    lost = replace(one, game=replace(one.game, explanation=failed))
    for logs in ("public", "private"):
        page = contest.plan.page.model_copy(update={"logs": logs})
        now = replace(contest, plan=contest.plan.model_copy(update={"page": page}))
        view = running_view(now, lost, PerColor.both(None), Words("en"), 0.0)
        assert "its secret" not in str(view.told)


def test_the_tightest_game_is_the_most_even_one_then_the_one_with_the_least_time(running, contest):
    one, two, three = games_of(running, contest)
    assert tightest([scored(one, 300, -200), scored(two, 30, -10), scored(three, -900, 800)]) == (
        scored(two, 30, -10)
    )
    short = replace(three.clock, remaining=PerColor(3.0, 500.0))
    assert tightest([scored(one, 0, 0), scored(three, 0, 0, clock=short)]).pairing == three.pairing
    begun = scored(two, 0, 0, plies=2)
    assert tightest([begun, scored(one, 500, -500)]).pairing == one.pairing
    assert tightest([scored(one, None, None), scored(two, 90, None)]).pairing == two.pairing
    assert tightest([]) is None


def test_the_latest_loss_is_told_with_its_reason(contest):
    loss = latest_loss(contest, Words("en"))
    last = contest.pairings[18]
    assert loss.loser.number == last.black
    assert loss.why == "White wins: Black's king is mated"
    assert not loss.fault
    crashed = replace(contest, played={n: g for n, g in contest.played.items() if n <= 14})
    assert latest_loss(crashed, Words("en")).fault


def test_the_projector_shows_one_board_the_latest_loss_and_the_leaders(running):
    page = Page(Live(running).answer("projector.zh_CN.html").body.decode())
    assert len(page.with_class("board")) == 1
    assert len(page.with_class("latest")) == 1
    assert len(page.with_class("leader")) == 1
    assert page.ids == ["stage", "news"]


def test_the_projector_stays_with_a_game_for_a_while(running, contest, tmp_path):
    folder = Folder(shutil.copytree(running.path, tmp_path / "contest"))
    now = 1000.0
    live = Live(folder, now=lambda: now)
    games = games_of(running, contest)
    first = tightest(games)
    shown = f"Game {first.pairing}, move"
    assert shown in Page(live.answer("projector.html").body.decode()).text
    others = [game for game in games if game is not first]
    live._running = (*(scored(game, 0, 0) for game in others), scored(first, 900, -900))
    now += STAGE_SECONDS / 2
    assert shown in Page(live.answer("projector.html").body.decode()).text
    now += STAGE_SECONDS
    assert shown not in Page(live.answer("projector.html").body.decode()).text
    folder.running_game(others[0].pairing).unlink()
    folder.running_game(others[1].pairing).unlink()
    assert shown in Page(live.answer("projector.html").body.decode()).text


def test_without_games_the_projector_tells_the_state(finished):
    page = Page(Live(finished).answer("projector.html").body.decode())
    assert page.with_class("board") == []
    assert "Final standings" in page.text
