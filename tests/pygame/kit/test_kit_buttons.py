import pytest
from driver import Window

from board_pygame.kit.buttons import Button, CheckBox
from board_pygame.kit.labels import Label
from board_pygame.kit.painter import TEXT_SIZE


@pytest.fixture
def done():
    return []


def test_a_button_acts_when_it_is_released(done):
    button = Button("Go", lambda: done.append("go"))
    window = Window((button, (10, 10, 80, 30)))
    window.press((20, 20))
    assert done == []
    window.release((20, 20))
    assert done == ["go"]


def test_a_press_that_leaves_the_button_does_nothing(done):
    button = Button("Go", lambda: done.append("go"))
    window = Window((button, (10, 10, 80, 30)))
    window.drag((20, 20), (200, 200))
    assert done == []


def test_enter_and_space_press_the_button_with_the_keyboard(done):
    one, two = (Button(name, lambda name=name: done.append(name)) for name in ("1", "2"))
    window = Window((one, (10, 10, 80, 30)), (two, (10, 50, 80, 30)))
    window.keys("tab", "enter", "tab", "space", "shift+tab", "enter")
    assert done == ["1", "2", "1"]


@pytest.mark.parametrize("text", ["&Start", "开始(&S)", "R&&D (&S)", "&start"])
def test_alt_and_the_marked_letter_press_a_button(done, text):
    window = Window((Button(text, lambda: done.append("start")), (10, 10, 80, 30)))
    assert window.key("alt+s")
    assert not window.key("s")
    assert not window.key("altgr+s")
    assert not window.key("alt+d")
    assert done == ["start"]


def test_an_ampersand_is_written_twice():
    assert Button("R&&D &X").text == "R&D X"
    assert Label("Q&A").text == "Q&A"


def test_what_is_hidden_or_disabled_does_nothing(done):
    hidden, disabled = (Button("&Go", lambda: done.append("go")) for _ in range(2))
    window = Window((hidden, (10, 10, 80, 30)), (disabled, (10, 50, 80, 30)))
    hidden.show(False)
    disabled.enable(False)
    window.click(hidden)
    window.click(disabled)
    window.keys("alt+g", "tab", "enter", "space")
    assert done == []


def test_a_button_says_and_shows_something_else():
    button = Button("&Start")
    window = Window((button, (10, 10, 80, 30)))
    before = window.pixels()
    button.set("Sto&p")
    assert window.drawn() == [button.rect]
    assert window.pixels() != before
    assert not window.key("alt+s")
    assert window.key("alt+p")
    window.drawn()
    before = window.pixels()
    button.turn(True)
    assert window.drawn() == [button.rect]
    assert window.pixels() != before
    button.turn(True)
    button.set("Sto&p")
    assert window.drawn() == []


def test_a_check_is_switched_by_click_space_and_letter(done):
    check = CheckBox("&Sound", on_change=done.append)
    window = Window((check, (10, 10, 180, 30)))
    window.click(check)
    window.key("space")
    window.key("alt+s")
    assert done == [True, False, True]
    check.turn(False)
    assert not check.on
    assert len(done) == 3


def test_a_label_is_drawn_again_only_when_it_changes():
    label = Label("one", color="dim")
    window = Window((label, (10, 10, 90, 20)))
    label.set("one")
    assert window.drawn() == []
    label.set("two")
    assert window.drawn() == [label.rect]
    label.set("two", color="error")
    assert window.drawn() == [label.rect]
    assert label.text == "two"


def test_the_letter_of_a_label_presses_what_it_names(done):
    button = Button("…", lambda: done.append("pressed"))
    window = Window((Label("&Browse", target=button), (0, 0, 50, 20)), (button, (60, 0, 50, 30)))
    window.key("alt+b")
    button.enable(False)
    window.key("alt+b")
    assert done == ["pressed"]


def test_a_copyable_label_is_copied():
    label = Label("why it failed", copyable=True)
    window = Window((label, (10, 10, 90, 20)))
    window.click(label)
    window.key("ctrl+c")
    assert window.ui.clipboard.paste() == "why it failed"


def test_short_lines_of_a_label_stand_below_each_other():
    label = Label("one\ntwo", wrap=True)
    window = Window((label, (0, 0, 200, 80)))
    both = window.pixels()
    label.set("one\n")
    window.drawn()
    high, row = window.fonts.height(TEXT_SIZE), 3 * window.screen.get_width()
    assert window.pixels()[: high * row] == both[: high * row]
    assert window.pixels()[high * row :] != both[high * row :]


def test_a_label_knows_how_many_lines_it_needs():
    label = Label("one two three 一二三四五六七八九十", wrap=True)
    window = Window((label, (0, 0, 80, 200)))
    wide = label.natural_size(window.fonts, 1000)
    narrow = label.natural_size(window.fonts, 80)
    assert wide[1] == window.fonts.height(TEXT_SIZE)
    assert narrow[1] >= 3 * wide[1]
    assert narrow[0] <= 80
    label.set("")
    assert label.natural_size(window.fonts, 80) == (0, 0)


@pytest.mark.parametrize("width", range(100, 300, 23))
def test_chinese_brackets_and_quotation_marks_stay_with_what_they_enclose(width):
    text = "粘贴局面（Ctrl+V），再按“下一步”（空格键），看《规则》 AI 的“着法……”【一】 end“"
    window = Window()
    lines = window.fonts.wrap(text, 14, width)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    for line in lines[:-1]:
        assert line[-1] not in "（《【“"
    for line in lines[1:]:
        assert line[0] not in "）》】”，…"
