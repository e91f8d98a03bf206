"""A real collector, and a real browser that looks at its pages."""
import contextlib
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

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
def postgresql():
    """The address of an empty database of PostgreSQL; None where no server is installed."""
    programs = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"))
    if not programs:
        if os.environ.get("CI") == "true":
            sys.exit("error: no server of PostgreSQL: run Scripts/bootstrap")
        yield None
        return
    with tempfile.TemporaryDirectory() as folder:
        # The server refuses to run as root.
        user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if user:
            shutil.chown(folder, "postgres")
        data = f"{folder}/data"
        subprocess.run([*user, programs[-1] / "initdb", "--auth=trust", "--username=postgres", "--encoding=UTF8",
                        "--locale=C", "--no-sync", "-D", data], check=True, stdout=subprocess.DEVNULL, cwd=folder)
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        process = subprocess.Popen(
            [*user, programs[-1] / "postgres", "-D", data, "-p", str(port), "-c", "listen_addresses=127.0.0.1", "-c",
             "unix_socket_directories=", "-c", "fsync=off"], stderr=subprocess.DEVNULL, cwd=folder)
        try:
            ready = [programs[-1] / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port)]
            for _ in range(600):
                if subprocess.run(ready, check=False).returncode == 0:
                    break
                if process.poll() is not None:
                    sys.exit("error: the server of PostgreSQL did not start")
                time.sleep(.1)
            yield f"postgres://postgres@127.0.0.1:{port}/postgres"
        finally:
            # Ends the sessions.
            subprocess.run([*user, programs[-1] / "pg_ctl", "-D", data, "-m", "fast", "-s", "stop"], check=False, cwd=folder)
            process.wait(timeout=60)


@contextlib.contextmanager
def collector(*options, port=0, store=None):
    """The address of a collector with an empty database, or with this store."""
    with tempfile.TemporaryDirectory() as folder:
        place = ["--store", store] if store else ["--database", f"{folder}/events.sqlite"]
        process = subprocess.Popen(
            [TOOLS / "cairnctl", "collect", "--port", str(port), *place, *options], stdout=subprocess.PIPE, text=True)
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
