"""Pages in headless Chromium: they open without complaints, links work, nothing overflows."""

import html
import http.server
import json
import shutil
import threading
import time

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax, nn
from tests.explanation.parsed import Page

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium")
WIDTHS = (390, 1280, 1920)
# What is asked of a page in each frame; keys only, but for opening a part of the page.
DRIVER = """
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const press = (at, key) => at.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
async function drive(frame) {
  const page = frame.contentDocument, found = {}, all = (s) => [...page.querySelectorAll(s)];
  await wait(50);
  const overflows = () => page.documentElement.scrollWidth - page.documentElement.clientWidth;
  found.overflow = overflows();
  const line = all(".ln.r")[0];
  line.focus();
  press(line, "Enter");
  const view = (id) => page.querySelector(`nav [data-view=${id}]`).click();  // one on a phone
  view("jaxpr");
  for (const inner of all("#jaxpr details")) inner.open = true;  // rows are marked once in sight
  for (let k = 0; k < 400 && !all("#jaxpr .eq.on").length; k++) await wait(50);
  found.from_line = all("#jaxpr .eq.on").length;
  press(line, "Escape");
  found.cleared = all(".on").length;
  view("kernels");
  const kernel = all(".kernel[data-k]")[0];
  kernel.focus();
  press(kernel, "Enter");
  view("steps");
  for (let k = 0; k < 400 && !all(".head.on").length; k++) await wait(50);
  found.from_kernel = [all(".ln.on").length, all(".head.on").length];
  press(kernel, "Escape");
  for (const part of all("details.drawer")) part.open = true;
  for (let k = 0; k < 400 && !all(".graph .node").length; k++) await wait(50);
  found.nodes = all(".graph .node").length;
  const folded = all(".graph .node.folded")[0];
  if (folded) {
    folded.focus();
    press(folded, "Enter");
    await wait(20);
    found.inside = all(".graph .node").length;
    found.crumbs = all(".crumbs button").map((b) => b.textContent);
  }
  const box = all(".graph .node[data-s]")[0];
  if (box) {
    box.focus();
    press(box, "Enter");
    found.from_box = [all(".ln.on").length, all(".head.on").length];
  }
  found.open_overflow = overflows();
  found.columns = Math.min(...all(".col").map((c) => c.clientHeight).filter(Boolean));
  const paper = () => frame.contentWindow.getComputedStyle(page.body).backgroundColor;
  const before = paper();
  page.getElementById("theme").click();
  found.themes = [before, paper()];
  const optimized = all("#jaxpr [role=tab]")[1], panel = () => all("#jaxpr [role=tabpanel]")[1];
  view("source");
  line.focus();
  press(line, "Enter");
  found.unpacked = [panel().querySelectorAll(".eq").length];
  optimized.click();
  for (let k = 0; k < 400 && !panel().querySelector(".eq"); k++) await wait(50);
  found.unpacked.push(...[".eq", ".eq.on"].map((s) => panel().querySelectorAll(s).length));
  press(line, "Escape");
  const code = all("#kernels pre[data-text]")[0];
  if (code) {
    const tabs = code.closest(".tabs"), inside = (s) => [...tabs.querySelectorAll(s)];
    inside("[role=tab]")[inside("[role=tabpanel]").indexOf(code.parentNode)].click();
    for (let k = 0; k < 400 && !code.textContent; k++) await wait(50);
    found.code = code.textContent.length;
  }
  return found;
}
addEventListener("load", async () => {
  const found = [];
  for (const frame of document.querySelectorAll("iframe")) {
    frame.scrollIntoView();  // what is out of sight is not laid out
    try { found.push(await drive(frame)); } catch (error) { found.push({error: String(error)}); }
  }
  document.getElementById("out").textContent = JSON.stringify(found);
});
"""


def scanned(x, w):
    def step(carry, i):
        carry = jnp.tanh(carry @ w) + i
        return fjax.pure_callback(np.sin, carry, carry), jnp.sum(carry)

    return lax.scan(step, x, jnp.arange(3.0))


def layers(model, x):
    return jnp.mean(model(x) ** 2)


def hostile(x):
    with fjax.named_scope("</script><script>document.title='harmed'</script>"):
        return jnp.sort(jnp.sin(x)) * 2


def pages():
    square = np.ones((20, 20))
    model = nn.Sequential(*[nn.Linear(8, 8, key=fjax.random.key(k)) for k in range(3)])
    hostile.__name__ = "<img src=x onerror=console.error('harmed')>"
    return {
        "a scan": fjax.explain(scanned, measure=True)(square, square),
        "layers": fjax.explain(fjax.grad(layers))(model, np.ones((64, 8), np.float32)),
        "hostile": fjax.explain(hostile)(square),
    }


def driven(page, folder):
    """What the driver found in each frame, and what the browser's console says."""
    frames = "".join(
        f'<iframe width="{width}" height="900" srcdoc="{html.escape(page)}"></iframe>'
        for width in WIDTHS
    )
    path = folder / "driver.html"
    path.write_text(
        f"<!DOCTYPE html><meta charset=utf-8>{frames}<pre id=out></pre><script>{DRIVER}</script>",
        encoding="utf-8",
    )
    console: list[str] = []
    made = pytest.importorskip("playwright.sync_api")
    with made.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        tab = browser.new_page()
        tab.on("console", lambda said: console.append(said.text))
        tab.on("pageerror", lambda error: console.append(str(error)))
        tab.goto(path.as_uri(), timeout=300_000)
        found = "document.getElementById('out').textContent"
        tab.wait_for_function(found, timeout=300_000)
        shown = tab.evaluate(found)
        browser.close()
    return json.loads(shown), console


def assert_works(found, console):
    """What holds of every page with equations, at each width."""
    assert console == []
    assert len(found) == len(WIDTHS)
    for width, frame in zip(WIDTHS, found, strict=True):
        assert "error" not in frame, (width, frame)
        assert frame["overflow"] <= 0 and frame["open_overflow"] <= 0, (width, frame)
        assert frame["from_line"] > 0 and frame["cleared"] == 0, (width, frame)
        assert min(frame["from_kernel"]) > 0 and frame["nodes"] > 0, (width, frame)
        assert frame["columns"] > 200, (width, frame)
        assert frame["themes"][0] != frame["themes"][1], (width, frame)
        assert frame["code"] > 100, (width, frame)


@pytest.mark.parametrize(
    "name",
    ["a scan", *(pytest.param(n, marks=pytest.mark.extended) for n in ("layers", "hostile"))],
)
def test_a_page_works_in_a_browser(name, tmp_path):
    found, console = driven(pages()[name].html, tmp_path)
    assert_works(found, console)
    for width, frame in zip(WIDTHS, found, strict=True):
        if name != "hostile":
            assert frame["inside"] > 0 and frame["crumbs"][0] == "the program", (width, frame)
            assert min(frame["from_box"]) > 0, (width, frame)


@pytest.mark.extended
def test_rows_that_are_packed_are_lit_once_they_are_unpacked(tmp_path, monkeypatch):
    monkeypatch.setattr("fjax.explanation.page.PACKED", 0)
    html = fjax.explain(scanned)(np.ones((20, 20)), np.ones((20, 20))).html
    assert html.count("data-rows=") > 1
    found, console = driven(html, tmp_path)
    assert_works(found, console)
    assert all(frame["unpacked"][0] == 0 and min(frame["unpacked"][1:]) > 0 for frame in found)


def sines(x):
    for _ in range(900):
        x = jnp.sin(x)
    return x


@pytest.fixture
def opened(tmp_path):
    """A function that opens a page of an explanation in a browser."""
    made = pytest.importorskip("playwright.sync_api")
    with made.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])

        def open_page(explained):
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.goto(f"file://{explained.save(tmp_path / 'page.html')}")
            return page

        yield open_page
        browser.close()


@pytest.mark.extended
def test_a_click_marks_the_rows_in_sight_and_others_once_they_are(opened):
    """Of thousands of rows that belong to one line, those far from the first are left alone."""
    page = opened(fjax.explain(sines)(1.0))
    page.locator(".ln.r .n").first.click()
    page.wait_for_timeout(200)
    lit = page.locator("#jaxpr .eq.on")
    in_sight = lit.evaluate_all(
        "(found) => found.filter((e) => e.checkVisibility({contentVisibilityAuto: true})).length"
    )
    assert 20 < in_sight <= lit.count() < 500
    assert page.locator("nav [data-view=jaxpr]").text_content() == "Jaxpr (1800)"
    last = page.locator("#jaxpr [role=tabpanel]:not([hidden]) .eq").last
    assert "on" not in last.get_attribute("class").split()
    last.scroll_into_view_if_needed()
    page.wait_for_function("(e) => e.classList.contains('on')", arg=last.element_handle())
    page.keyboard.press("Escape")
    assert page.locator(".on").count() == 0


def in_a_loop(x):
    def step(x, _):
        for _ in range(300):
            x = jnp.cos(x)
        x = jnp.sin(x)
        return x, None

    return lax.scan(step, x, None, length=3)[0]


@pytest.mark.extended
def test_what_is_opened_scrolls_to_what_is_lit_inside(opened):
    """Else its first rows are shown, and those of the line may be hundreds of rows below."""
    page = opened(fjax.explain(in_a_loop)(1.0))
    page.locator(".ln.r", has_text="jnp.sin(x)").locator(".n").click()
    panel = page.locator("#jaxpr [role=tabpanel]:not([hidden])")
    body = panel.locator("details").first
    assert "on" in body.locator("summary").first.get_attribute("class")
    body.locator("summary").first.click()
    lit = panel.locator(".eq.on", has_text="sin")
    lit.first.wait_for()
    assert lit.count() == 1
    height = page.viewport_size["height"]
    assert 0 < lit.first.bounding_box()["y"] < height


@pytest.mark.extended
def test_rows_that_follow_are_all_there_and_belong_to_their_line(opened, monkeypatch):
    monkeypatch.setattr("fjax.explanation.page.PACKED", 500)
    explained = fjax.explain(sines)(1.0)
    rows = Page(explained.html)
    there = [e for e in rows.equations if e.step is None]
    assert len(there) == 200  # four groups of fifty
    page = opened(explained)
    page.wait_for_function("() => !document.querySelector('[data-soon]')")
    shown = page.locator("#jaxpr [role=tabpanel]:not([hidden]) .eq")
    assert shown.count() == 900
    page.locator(".ln.r .n").first.click()
    assert page.locator("nav [data-view=jaxpr]").text_content() == "Jaxpr (900)"
    last = shown.last
    last.scroll_into_view_if_needed()
    last.click()
    assert page.locator(".ln.r.on").count() == 1


class Slowly(http.server.BaseHTTPRequestHandler):
    """Sends a page in two parts: a browser draws the first before the script is there."""

    page = ""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        body, script = self.page.rsplit("<script>", 1)
        self.wfile.write(body.encode())
        self.wfile.flush()
        time.sleep(1)
        self.wfile.write(f"<script>{script}".encode())

    def log_message(self, *_):
        """Say nothing."""


@pytest.fixture
def slow_address(monkeypatch):
    """Of a server that sends a page slowly."""
    monkeypatch.setattr(Slowly, "page", fjax.explain(sines)(1.0).html)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Slowly) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.mark.extended
def test_rows_are_lit_though_they_were_drawn_before_their_column_was_hidden(slow_address):
    """On a phone, of a page that arrives slowly."""
    made = pytest.importorskip("playwright.sync_api")
    with made.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 390, "height": 900})
        page.goto(slow_address)
        page.locator(".ln.r .n").first.click()
        page.locator("nav [data-view=jaxpr]").click()
        page.locator("#jaxpr .eq.on").first.wait_for()
        browser.close()
