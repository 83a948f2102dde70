"""Pictures of pages in a browser: `python docs/screenshots.py` writes docs/_static/figures/.

It needs Chromium, and what the extras `playground` and `test` install.
"""

import io
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "_static" / "figures"
WIDTH = 1200  # of a kept picture
LARGEST = 150_000  # bytes of one
ENERGY = """\
import fjax, fjax.numpy as jnp


def energy(x, charges):
    apart = x[:, None] - x[None, :]
    square = jnp.sum(apart**2, axis=-1) + jnp.eye(len(x))
    pairs = charges[:, None] * charges[None, :] / jnp.sqrt(square)
    return jnp.sum(jnp.triu(pairs, 1))


page = fjax.explain(fjax.value_and_grad(energy), measure=True)(
    fjax.random.normal(fjax.random.key(0), (400, 3)), jnp.ones(400)
)
page.save("page.html")
"""


def explain(browser):
    """The page of `fjax.explain`, with a line selected."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "energy.py").write_text(ENERGY, encoding="utf-8")
        # The name of the file, which the page shows, is that without the folder.
        run = "exec(compile(open('energy.py').read(), 'energy.py', 'exec'))"
        command = [sys.executable, "-c", run]
        subprocess.run(command, cwd=folder, check=True, env=environment())
        page = browser.new_page(viewport={"width": 1380, "height": 800})
        page.goto((Path(folder) / "page.html").as_uri())
        page.get_by_text("jnp.sqrt(square)").first.click()
        page.wait_for_timeout(500)
        return page.screenshot()


def playground(browser):
    """The playground after it has learned the spiral."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "fjax", "playground", "--no-browser", "--port", str(port)]
    with subprocess.Popen(command, env=environment()) as server:
        try:
            wait_for(port)
            return learned(browser.new_page(viewport={"width": 1380, "height": 1000}), port)
        finally:
            server.terminate()


def learned(page, port):
    """A picture of the playground at a port, once its network is right."""
    page.goto(f"http://127.0.0.1:{port}/")
    item = page.get_by_test_id
    item("data").click()
    page.get_by_role("option", name="Spiral").click()
    page.wait_for_timeout(2000)
    for number, units in enumerate((16, 8)):
        item(f"units-{number}").fill(str(units))
        page.get_by_text(f"Layer {number + 1}: {units} units").wait_for()
    item("run").click()
    page.get_by_text("100% right · held out 100%").wait_for(timeout=120_000)
    item("run").click()
    page.wait_for_timeout(1500)
    return page.screenshot()


def wait_for(port):
    """Return when somebody listens at a port."""
    for _ in range(600):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError("the playground did not start")


def environment():
    """Of programs that import fjax from here."""
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def kept(picture):
    """A screenshot as a small picture."""
    from PIL import Image

    with Image.open(io.BytesIO(picture)) as image:
        height = round(image.height * WIDTH / image.width)
        small = image.convert("RGB").resize((WIDTH, height), Image.Resampling.LANCZOS)
    for quality in (90, 80, 70, 60):
        made = io.BytesIO()
        small.save(made, "WEBP", quality=quality, method=6)
        if len(made.getvalue()) <= LARGEST:
            return made.getvalue()
    raise ValueError("the picture is too large")


PAGES = (explain, playground)


def write(pages=PAGES):
    """Take the pictures."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as made:
        browser = made.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for page in pages:
            (FOLDER / f"{page.__name__}.webp").write_bytes(kept(page(browser)))
        browser.close()


if __name__ == "__main__":
    write([page for page in PAGES if page.__name__ in sys.argv[1:]] or PAGES)
