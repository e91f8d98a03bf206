"""A real collector, and a real browser that looks at its pages."""
import contextlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[3]
TOOLS = ROOT / ".build" / "debug"
WIDTHS = (1280, 820, 390)
SCHEMES = ("light", "dark")
FUNNEL = "".join(f"&step={name.replace(' ', '+')}" for name in
                 ("Product Viewed", "Product Added", "Checkout Started", "Order Completed"))
PAGES = {
    "live": "/live", "explorer": "/explorer?last=90d", "trends": "/trends?last=30d",
    "split": "/trends?last=30d&by=plan", "funnel": "/funnel?last=30d" + FUNNEL, "retention": "/retention?last=90d",
    "devices": "/devices?last=90d", "health": "/status",
}


def chromium():
    """The path of the browser; ends the program where there is none."""
    for name in ("chromium-headless-shell", "chromium"):
        if path := shutil.which(name):
            return path
    if os.environ.get("CI") == "true":
        sys.exit("error: no chromium-headless-shell: run Scripts/bootstrap")
    print("skipped: the pages in a browser, because there is no chromium-headless-shell (apt) or chromium")
    sys.exit(0)


@contextlib.contextmanager
def browser():
    """Chromium without a window."""
    path = chromium()
    with sync_playwright() as playwright:
        # Root has no sandbox, and the pages are ours.
        yield playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])


@contextlib.contextmanager
def collector(*options, port=0):
    """The address of a collector with an empty database."""
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [TOOLS / "cairnctl", "collect", "--port", str(port), "--database", f"{folder}/events.sqlite", *options],
            stdout=subprocess.PIPE, text=True)
        try:
            # Collecting at http://127.0.0.1:49152 into …
            line = process.stdout.readline().split()
            if len(line) < 3:
                sys.exit("error: the collector did not start")
            yield line[2]
        finally:
            process.terminate()
            process.wait(timeout=60)
            process.stdout.close()


def event_page(page, address):
    """Opens the page of the newest event."""
    page.goto(f"{address}/explorer?last=90d&name=Order+Completed")
    page.locator("tbody a").first.click()
