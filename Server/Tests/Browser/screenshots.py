#!/usr/bin/env python3
"""Makes the pictures of Documentation/Pages.md again: the pages of a sample shop."""
import datetime
import pathlib

import sample
import scene

FOLDER = scene.ROOT / "Documentation" / "pages"
# The pages in three widths; the others are shown in one.
ALL_WIDTHS = ("live", "trends")


def save(page, name):
    path = FOLDER / f"{name}.png"
    page.screenshot(path=path)
    size = path.stat().st_size
    print(f"{path.relative_to(scene.ROOT)}: {size // 1000} kB")
    assert size < 150_000, "too large for the repository"


def fill_live(page, address, now):
    """Sends what Live shows: stored, repeated and refused events."""
    page.goto(address + "/live")
    page.locator("#state", has_text="Connected").wait_for()
    # Each picture has other events: the same ones would be duplicates.
    events = [event for time, event in sample.Shop(now, 2, seed=page.viewport_size["width"]).fill()[-14:]]
    for number, event in enumerate(events):
        sent = datetime.datetime.now(datetime.timezone.utc)
        event["originalTimestamp"] = sample.stamp(sent - datetime.timedelta(milliseconds=140 + 37 * number ** 2))
        batch = [event]
        if number == 6:
            batch.append(events[2])
        if number == 10:
            batch.append({"type": "track", "event": "Order Completed", "messageId": "x"})
        sample.post(address, "shop", {"batch": batch, "sentAt": sample.stamp(sent)})
        page.wait_for_timeout(220)
    page.wait_for_timeout(1_500)


def main():
    FOLDER.mkdir(exist_ok=True)
    now = datetime.datetime.now(datetime.timezone.utc)
    with scene.browser() as chromium, scene.collector() as address:
        sample.send(address, "shop", now, 60)
        for width in scene.WIDTHS:
            page = chromium.new_page(viewport={"width": width, "height": 660 if width > 500 else 760})
            for name, path in scene.PAGES.items():
                if width != scene.WIDTHS[0] and name not in ALL_WIDTHS:
                    continue
                if name == "live":
                    fill_live(page, address, now)
                else:
                    page.goto(address + path)
                save(page, f"{name}-{width}" if name in ALL_WIDTHS else name)
            page.close()
        page = chromium.new_page(viewport={"width": 1280, "height": 660}, color_scheme="dark")
        page.goto(address + scene.PAGES["funnel"])
        save(page, "funnel-dark")
        scene.event_page(page, address)
        save(page, "event-dark")


if __name__ == "__main__":
    main()
