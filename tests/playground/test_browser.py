"""The playground in a browser, as a person uses it."""

import contextlib
import os
import re
import shutil
import socket
import subprocess
import sys
import time

import pytest

from tests.architecture.source import ROOT

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
pytestmark = [
    pytest.mark.extended,
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed"),
    pytest.mark.needs("x64", reason="the program holds its numbers in 64 bits"),
]
HOSTILE = "</script><script>alert(1)</script>,<img src=x onerror=alert(2)>,<b>kind\n" + "".join(
    f"{i % 7},{i * 3 % 11},{'<i>a' if i % 7 > 3 else '<img src=x onerror=alert(3)>'}\n"
    for i in range(60)
)


@pytest.fixture(scope="module")
def address():
    """Of a playground that runs as people run it."""
    pytest.importorskip("nicegui")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "fjax", "playground", "--no-browser", "--port", str(port)]
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST")}
    environment |= {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, env=environment) as server:
        try:
            end = time.monotonic() + 60
            while time.monotonic() < end and server.poll() is None:
                with contextlib.suppress(OSError):
                    socket.create_connection(("127.0.0.1", port), 1).close()
                    break
                time.sleep(0.1)
            yield f"http://127.0.0.1:{port}/"
        finally:
            server.terminate()


@pytest.fixture(scope="module")
def browser():
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as made:
        found = made.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def page(browser, address):
    """A new page; nothing may be wrong in its console at the end, and no dialog may open."""
    wrong, page = [], browser.new_page(viewport={"width": 1280, "height": 900})
    page.set_default_timeout(30_000)
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("dialog", lambda dialog: (wrong.append(dialog.message), dialog.dismiss()))
    page.goto(address)
    page.get_by_test_id("map").wait_for()
    wait(page, "counts", r"step 0 ")
    yield page
    page.close()
    assert wrong == []


def wait(page, name, pattern):
    """The text of an element, once it matches."""
    from playwright.sync_api import expect

    expect(page.get_by_test_id(name)).to_have_text(re.compile(pattern), timeout=60_000)
    return page.get_by_test_id(name).inner_text()


def slide(page, name, part):
    """Click a slider at a part of its length."""
    box = page.get_by_test_id(name).bounding_box()
    page.mouse.click(box["x"] + part * box["width"], box["y"] + box["height"] / 2)


def choose(page, name, text):
    page.get_by_test_id(name).click()
    page.get_by_role("option", name=text, exact=True).click()


def test_xor_is_learned_and_the_slider_shows_the_past(page):
    page.get_by_test_id("run").click()
    wait(page, "counts", r"100% right · held out 100%")
    page.get_by_test_id("run").click()
    wait(page, "run", "Run")
    page.get_by_test_id("now").click()
    last = wait(page, "past-text", r"step ([\d,]+) of \1$")
    decided = page.get_by_test_id("map").get_attribute("src")
    slide(page, "past", 0.02)
    past = wait(page, "past-text", r"step \d of|step \d\d of")
    assert past.split(" of ")[1] == last.split(" of ")[1]
    counts = page.get_by_test_id("counts").inner_text()
    assert counts.startswith(past.split(" of ")[0]) and "100% right" not in counts
    assert page.get_by_test_id("map").get_attribute("src") != decided
    page.get_by_test_id("now").click()
    wait(page, "counts", r"100% right · held out 100%")
    assert page.get_by_test_id("map").get_attribute("src") == decided


def test_the_knob_changes_the_rate_while_it_trains(page):
    page.get_by_test_id("run").click()
    wait(page, "counts", r"step [1-9]")
    slide(page, "rate", 0.6)
    said = wait(
        page, "rate-text", r"learning rate: 0\.1$|learning rate: 0\.0[89]|learning rate: 0\.11"
    )
    page.get_by_test_id("run").click()
    wait(page, "run", "Run")
    page.get_by_test_id("code").click()
    rate = said.split(": ")[1]
    assert re.search(rf"rates = {{.*: {rate}}}", wait(page, "program", "rates = "))


def test_a_step_is_one_step_and_reset_begins_again(page):
    for number in (1, 2):
        page.get_by_test_id("step").click()
        wait(page, "counts", rf"step {number} ")
    page.get_by_test_id("reset").click()
    wait(page, "counts", "step 0 ")


def test_network_and_data_can_be_chosen(page):
    choose(page, "data", "Spiral")
    page.get_by_test_id("add-layer").click()
    page.get_by_test_id("layer-3").wait_for()
    page.get_by_test_id("units-0").fill("7")
    page.get_by_text("Layer 1: 7 units, tanh").wait_for()
    choose(page, "optimizer", "rmsprop")
    page.get_by_test_id("code").click()
    text = wait(page, "program", "optim.rmsprop")
    assert "data.spiral(" in text and "nn.Linear(2, 7, key" in text


@pytest.mark.parametrize(
    "name, typed, said",
    [
        ("batch", "0", "rows of a step: a whole number from 1 to 512, got 0"),
        ("batch", "2.5", "rows of a step: a whole number from 1 to 512, got 2.5"),
        ("seed", "-1", "seed: a whole number from 0 to 9999, got -1"),
        ("units-0", "100", "units: a whole number from 1 to 64, got 100"),
    ],
)
def test_a_number_that_is_not_taken_is_told(page, name, typed, said):
    page.get_by_test_id(name).fill(typed)
    wait(page, "problem", re.escape(said))
    page.get_by_test_id(name).fill("5")
    wait(page, "problem", "^$")


def test_digits_are_learned_and_the_page_about_their_step_opens(page):
    choose(page, "data", "Digits")
    wait(page, "counts", "step 0 ")
    page.get_by_text(re.compile(r"of 1,797 points of 10 classes, in the plane")).wait_for()
    for number in (1, 2):
        page.get_by_test_id("step").click()
        wait(page, "counts", rf"step {number} ")
    page.get_by_test_id("code").click()
    text = wait(page, "program", "data.digits")
    compile(text, "the code of this run", "exec")
    page.keyboard.press("Escape")
    page.get_by_test_id("explain").click()
    line = page.frame_locator("iframe").get_by_text("updates, state = optimizer.update(").first
    line.wait_for()
    page.get_by_test_id("close").click()


def test_hostile_names_of_columns_and_files_harm_nothing(page):
    choose(page, "data", "Your own CSV")
    file = {"name": "<img src=x onerror=alert(4)>.csv", "mimeType": "text/csv"}
    give = lambda text: page.locator("input[type=file]").set_input_files(
        file | {"buffer": text.encode()}
    )
    give(HOSTILE)
    page.get_by_text("60 points of 2 classes").wait_for()
    page.get_by_test_id("code").click()
    assert "'<img src=x onerror=alert(4)>.csv'" in wait(page, "program", "read_csv")
    choose(page, "target", "<img src=x onerror=alert(2)>")
    wait(page, "problem", "line 2: column '<b>kind' holds numbers, got '<img")
    give("x,<b>y,c\n1,red,a\n")
    wait(page, "problem", "column '<b>y' holds numbers, got 'red'")
    give("x,y,c\n1,,a\n")
    wait(page, "problem", "the value of column 'y' is missing")


def test_the_page_about_a_step_opens(page):
    page.get_by_test_id("explain").click()
    frame = page.frame_locator("iframe")
    line = frame.get_by_text("updates, state = optimizer.update(").first
    line.wait_for()
    assert line.is_visible()
    page.get_by_test_id("close").click()
    page.locator("iframe").wait_for(state="detached")
    assert page.locator("iframe").count() == 0


@pytest.mark.parametrize("width", [390, 1280, 1920])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_cut_at_the_edge(page, width, scheme):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 900})
    page.wait_for_timeout(300)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    dark = page.evaluate("document.body.classList.contains('body--dark')")
    assert dark == (scheme == "dark")


def test_it_can_be_used_by_keyboard_alone(page):
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.testid") == "step":
            break
    page.keyboard.press("Enter")
    wait(page, "counts", r"step 1 ")


def test_a_browser_that_is_busy_is_sent_no_more_than_it_draws(page):
    """What piles up would be drawn one by one, and a click would wait behind it."""
    sent = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda text: sent.append(text)))
    page.reload()
    wait(page, "counts", "step 0 ")
    page.get_by_test_id("run").click()
    wait(page, "counts", r"step [1-9]")
    before = len(sent)
    page.evaluate("const end = Date.now() + 4000; while (Date.now() < end);")
    page.wait_for_timeout(1500)  # what came meanwhile is told now
    changes = [text for text in sent[before:] if isinstance(text, str) and '"update"' in text]
    assert len(changes) < 8  # twice as many came when looks did not wait
    page.get_by_test_id("run").click()
    wait(page, "run", "Run")
