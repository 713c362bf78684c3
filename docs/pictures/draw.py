"""Draw the pictures of the README and the guides anew: `make pictures`.

Papers come from their PDFs, the page from Chromium. The house rules are those of the README.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser, sync_playwright
from pypdfium2 import PdfDocument

HERE = Path(__file__).parent
README = HERE.parents[1] / "README.md"

WIDTH = 762
"""The width of a page of paper, in pixels."""

PAPERS: dict[str, tuple[int, Sequence[str]]] = {
    "score-sheet": (1, ["sheet", "ema-2025"]),
    "score-sheet-nl": (1, ["sheet", "ema-2025", "--language", "nl", "--terms", "japanese"]),
    "rulebook": (2, ["rulebook", "my-club.yaml"]),
    "guide": (2, ["compare", "ema-2025", "wrc-2025"]),
}
"""The number of pages of each picture, and the call that prints them."""

SCREENS = {"web": (1280, 900), "web-phone": (412, 915)}


def riichi(folder: Path, *call: str) -> None:
    """Run a command in a folder."""
    subprocess.run([sys.executable, "-m", "riichi", *call], cwd=folder, check=True)


def paper(folder: Path, name: str) -> None:
    """Draw the first pages of a paper next to each other."""
    number, call = PAPERS[name]
    riichi(folder, *call, "--output", f"{name}.pdf")
    document = PdfDocument(folder / f"{name}.pdf")
    pages = [
        document[at].render(scale=WIDTH / document[at].get_width()).to_pil().convert("L")
        for at in range(number)
    ]
    together = Image.new("L", (sum(page.width for page in pages), pages[0].height), "white")
    for at, page in enumerate(pages):
        together.paste(page, (at * WIDTH, 0))
    together.quantize(16, dither=Image.Dither.NONE).save(HERE / f"{name}.png", optimize=True)


def screen(browser: Browser, address: str, name: str) -> None:
    """Draw the page for house rules at a size, with the rules that it has opened."""
    width, height = SCREENS[name]
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(address)
    page.locator("#status", has_text="Ready").wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(2_000)  # until the differences are shown
    file = HERE / f"{name}.png"
    page.screenshot(path=file)
    page.close()
    few = Image.open(file).convert("RGB").quantize(128, dither=Image.Dither.NONE)
    few.save(file, optimize=True)


def screens(folder: Path) -> None:
    """Draw the page for house rules on each screen."""
    call = [sys.executable, "-m", "riichi", "web", "my-club.yaml", "--no-open", "--port", "0"]
    with (
        subprocess.Popen(call, cwd=folder, stdout=subprocess.PIPE, text=True) as server,
        sync_playwright() as playwright,
    ):
        try:
            assert server.stdout is not None
            told = re.search(r"http\S+", server.stdout.readline())
            assert told is not None
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            for name in SCREENS:
                screen(browser, told[0], name)
        finally:
            server.terminate()


def main() -> None:
    """Draw all pictures, or those that are named."""
    wanted = sys.argv[1:] or [*PAPERS, *SCREENS]
    house = re.search(r"```yaml\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert house is not None
    with TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "my-club.yaml").write_text(house[1], encoding="utf-8")
        for name in PAPERS.keys() & wanted:
            paper(folder, name)
        if SCREENS.keys() & wanted:
            screens(folder)


if __name__ == "__main__":
    main()
