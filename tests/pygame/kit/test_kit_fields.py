import pygame
import pytest
from driver import Window
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples

from board_pygame.kit.fields import Combo, EditedLine, TextField
from board_pygame.kit.labels import Label
from board_pygame.kit.menu import DropDown, Menu, Slider
from board_pygame.kit.widget import Clipboard


@pytest.fixture
def heard():
    return []


def with_entry(text="", **options):
    entry = TextField(text, **options)
    window = Window((entry, (10, 10, 200, 30)))
    window.ui.focus(entry)
    return window, entry


def test_typed_text_is_entered_at_the_caret(heard):
    window, entry = with_entry("Nf", on_change=heard.append)
    window.keys("end")
    window.type("3")
    window.keys("home")
    window.type("x")
    assert entry.text == "xNf3"
    assert heard == ["Nf3", "xNf3"]


def test_what_is_selected_is_replaced():
    window, entry = with_entry("one two")
    window.keys("end", "ctrl+shift+left")
    window.type("3")
    assert entry.text == "one 3"
    window.keys("ctrl+a")
    window.type("!")
    assert entry.text == "!"


def test_focus_selects_all_so_that_typing_replaces():
    window, entry = with_entry("old")
    window.type("new")
    assert entry.text == "new"


def test_backspace_and_delete():
    window, entry = with_entry("abcd efgh")
    window.keys("home", "delete", "right", "backspace")
    assert entry.text == "cd efgh"
    window.keys("end", "ctrl+backspace")
    assert entry.text == "cd "
    window.keys("home", "ctrl+delete", "delete", "delete", "backspace")
    assert entry.text == ""


def test_cut_copy_and_paste():
    window, entry = with_entry("abc")
    window.keys("ctrl+c", "end", "ctrl+v")
    assert entry.text == "abcabc"
    window.keys("shift+home", "ctrl+x")
    assert entry.text == ""
    window.keys("ctrl+v", "ctrl+v")
    assert entry.text == "abcabc" * 2


def test_several_lines_are_pasted_as_one():
    window, entry = with_entry()
    window.ui.clipboard.copy("one\r\n  two\tthree\x07\n")
    window.key("ctrl+v")
    assert entry.text == "one two three"


def test_a_read_only_entry_can_be_copied_but_not_changed(heard):
    window, entry = with_entry("8/8 w", read_only=True, on_change=heard.append)
    assert not window.key("x")  # a shortcut of somebody else, perhaps
    window.type("x")
    window.keys("backspace", "delete", "ctrl+a", "ctrl+c", "ctrl+x", "ctrl+v")
    assert entry.text == "8/8 w"
    assert window.ui.clipboard.paste() == "8/8 w"
    assert heard == []


def test_letters_that_are_typed_are_no_shortcuts():
    window, _ = with_entry()
    assert window.key("f")
    assert not window.key("ctrl+f")
    assert not window.key("f5")
    assert not window.key("escape")


def test_enter_is_heard_or_left_to_the_dialog(heard):
    window, _ = with_entry("e4", on_enter=heard.append)
    assert window.key("enter")
    assert heard == ["e4"]
    window, _ = with_entry("e4")
    assert not window.key("enter")


def test_the_mouse_sets_the_caret_and_selects():
    window, entry = with_entry("abc def")
    left = 10 + 8
    after_abc = left + window.fonts.width("abc", 14)
    window.click((after_abc, 25))
    window.type("!")
    assert entry.text == "abc! def"
    window.drag((after_abc, 25), (0, 25))
    window.type("?")
    assert entry.text == "?! def"
    window.click((200, 25))
    window.type(".")
    assert entry.text == "?! def."


def test_a_double_click_selects_a_word_and_a_triple_click_all():
    window, entry = with_entry("abc def")
    window.double_click((20, 25))
    window.type("x")
    assert entry.text == "x def"
    window.double_click((20, 25))
    window.press((20, 25))
    window.type("y")
    assert entry.text == "y"


def test_an_input_method_composes_in_the_line():
    window, entry = with_entry("白")
    window.key("end")
    window.send(pygame.TEXTEDITING, text="ma", start=0, length=2)
    window.drawn()
    assert entry.text == "白"
    assert window.key("backspace")  # is the input method's
    window.send(pygame.TEXTINPUT, text="马")
    assert entry.text == "白马"
    window.key("backspace")
    assert entry.text == "白"


def test_an_input_method_is_on_only_where_text_is_taken(monkeypatch, heard):
    monkeypatch.setattr(pygame.key, "start_text_input", lambda: heard.append("on"))
    monkeypatch.setattr(pygame.key, "stop_text_input", lambda: heard.append("off"))
    monkeypatch.setattr(pygame.key, "set_text_input_rect", lambda rect: heard.append(rect.x))
    entry, shown = TextField("abc"), TextField("abc", read_only=True)
    window = Window((entry, (10, 10, 200, 30)), (shown, (10, 50, 200, 30)))
    assert heard == ["off"]
    window.click(entry)
    window.drawn()
    assert heard[1] == "on"
    assert entry.caret.x in heard
    window.click(shown)
    window.click((300, 200))
    assert [word for word in heard if isinstance(word, str)] == ["off", "on", "off"]


def test_the_letter_of_a_shortcut_is_not_typed_into_the_field_it_opens():
    entry = TextField()
    window = Window((Label("S&AN", target=entry), (0, 0, 50, 20)), (entry, (60, 0, 100, 30)))
    window.key("alt+a")
    assert entry.focused
    window.send(pygame.TEXTINPUT, text="a")
    assert entry.text == ""
    window.send(pygame.KEYUP, key=pygame.K_a, mod=0)
    window.send(pygame.TEXTINPUT, text="马")  # an input method shows no keys
    assert entry.text == "马"


def test_the_caret_is_always_seen():
    window, entry = with_entry("word " * 50)
    for key in ("end", "home", "ctrl+right", "end", "ctrl+left"):
        window.key(key)
        window.drawn()
        assert entry.rect.contains(entry.caret)


def test_set_calls_nobody_and_insert_does(heard):
    window, entry = with_entry("a", on_change=heard.append)
    entry.set("b")
    assert heard == []
    entry.insert("c")
    assert heard == ["bc"]
    assert window.drawn() == [entry.rect]
    entry.set("bc")
    assert window.drawn() == []


MOVES = st.sampled_from(["left", "right"])
EDITS = st.lists(
    st.one_of(
        st.tuples(st.just("insert"), st.text(max_size=5)),
        st.tuples(MOVES, st.booleans(), st.booleans()),
        st.tuples(st.sampled_from(["backspace", "delete"]), st.booleans()),
        st.tuples(st.sampled_from(["all", "word"])),
    ),
    max_size=12,
)


@settings(max_examples=examples(20))
@given(EDITS)
def test_a_line_stays_whole_whatever_is_done(edits):
    line = EditedLine().insert("white plays 白马 Nf3")
    for name, *arguments in edits:
        line = getattr(line, name)(*arguments)
        first, last = line.selection
        assert 0 <= first <= last <= len(line.text)
        assert line.text == "" or line.text.isprintable()
        assert line.insert("x").backspace().text == line.insert("").text


def test_a_line_has_an_end():
    assert len(EditedLine().insert("x" * 5000).text) == 1000


def test_words_end_where_they_should():
    line = EditedLine().insert("/usr/bin/stock fish")
    assert line.backspace(word=True).text == "/usr/bin/stock "
    assert line.to(11).word().selected == "stock"
    assert line.to(4).word().selected == "/"


def test_without_a_clipboard_what_was_copied_is_kept(monkeypatch):
    def refuse(*_):
        raise pygame.error("no clipboard")

    monkeypatch.setattr(pygame.scrap, "put_text", refuse)
    monkeypatch.setattr(pygame.scrap, "get_text", refuse)
    clipboard = Clipboard()
    assert clipboard.paste() == ""
    clipboard.copy("x")
    assert clipboard.paste() == "x"


def test_what_cannot_be_copied_does_no_harm():
    Window()
    clipboard = Clipboard()
    clipboard.copy("a\0b\udcff")
    assert clipboard.paste().startswith("ab")


def test_a_combo_offers_earlier_values(heard):
    combo = Combo("new", on_change=heard.append)
    combo.values = ["first", "&second"]
    window = Window((combo, (10, 10, 200, 30)))
    window.click((200, 25))
    assert isinstance(window.ui.top, Menu)
    window.keys("down", "down", "enter")
    assert combo.text == "&second"
    assert heard == ["&second"]
    window.key("down")
    window.key("escape")
    assert combo.text == "&second"
    assert combo.focused


def test_taking_a_value_is_as_good_as_enter(heard):
    combo = Combo("new", on_enter=heard.append)
    combo.values = ["first"]
    window = Window((combo, (10, 10, 200, 30)))
    window.click((200, 25))
    window.keys("down", "enter")
    assert heard == ["first"]


def test_a_combo_without_values_offers_nothing():
    combo = Combo()
    window = Window((combo, (10, 10, 200, 30)))
    window.click((200, 25))
    assert window.ui.top is window.page


def with_choice(heard, count=3):
    choice = DropDown([f"{'abc'[i % 3]}{i}" for i in range(count)], 0, heard.append)
    window = Window((choice, (10, 10, 100, 30)))
    return window, choice


def test_a_choice_is_made_from_its_list(heard):
    window, choice = with_choice(heard)
    window.click(choice)
    menu = window.ui.top
    window.click((menu.rect.x + 20, menu.rect.bottom - 10))
    assert (choice.text, heard) == ("c2", [2])
    assert window.ui.top is window.page


def test_a_choice_is_made_with_keys(heard):
    window, choice = with_choice(heard)
    window.keys("tab", "down", "down", "down", "up", "home", "end", "b")
    assert heard == [1, 2, 1, 0, 2, 1]
    window.keys("space", "down", "enter")
    assert choice.index == 2
    window.keys("alt+down", "a", "enter")
    assert choice.index == 0
    assert not window.key("enter")


def test_a_long_choice_scrolls_and_stays_in_the_window(heard):
    window, choice = with_choice(heard, 60)
    choice.set(30)
    window.click(choice)
    menu = window.ui.top
    assert window.screen.get_rect().contains(menu.rect)
    window.wheel(menu.rect.center, -100)
    window.click((menu.rect.x + 20, menu.rect.bottom - 10))
    assert choice.index == 59
    window.click(choice)
    bar = menu.rect.right - 12
    window.drag((bar, menu.rect.bottom - 12), (bar, 0))
    window.click((menu.rect.x + 20, menu.rect.y + 10))
    assert choice.index == 0


def test_a_slider_follows_the_pointer_and_the_keys(heard):
    slider = Slider(0, 1000, 100, "ms", 50, heard.append)
    window = Window((slider, (10, 10, 300, 30)))
    window.drag((30, 25), (900, 25), (-900, 25))
    assert heard[-2:] == [1000, 0]
    assert all(value % 50 == 0 for value in heard)
    heard.clear()
    window.keys("right", "up", "page up", "left", "end", "right", "home")
    assert heard == [50, 100, 600, 550, 1000, 0]
    slider.set(300)
    assert slider.value == 300
    assert len(heard) == 6
