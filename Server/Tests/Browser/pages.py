#!/usr/bin/env python3
"""Tests the pages of the collector in Chromium.

usage: pages.py [OPTION OF unittest]...     such as -k live
"""
import datetime
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request

import sample
import scene
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

HOSTILE = "<img src=x onerror=\"document.title='taken'\"><script>document.title='taken'</script>"
KEY = "read-key-of-the-tests"


def track(identifier, name, **more):
    return {"type": "track", "event": name, "userId": "ada", "messageId": identifier, **more}


class PagesTest(unittest.TestCase):
    def setUp(self):
        self.problems = []

    def tearDown(self):
        self.assertEqual(self.problems, [], "what the console and the policy report")

    def open(self, path="/live", address=None, **options):
        """A new page with nothing of earlier ones."""
        context = chromium.new_context(**options)
        self.addCleanup(context.close)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda message: self.listen(message))
        page.goto((address or shop) + path)
        return page

    def listen(self, message):
        # The test of a wrong key has this one.
        if message.type in ("error", "warning") and "401" not in message.text:
            self.problems.append(message.text)

    def live(self, path="/live", **options):
        page = self.open(path, **options)
        expect(page.locator("#state")).to_have_text("Connected")
        return page

    def send(self, *events):
        return sample.post(shop, "shop", {"batch": list(events)})


class LiveTest(PagesTest):
    def test_an_event_of_the_sdk_appears_within_a_second(self):
        page, shortest = self.live(), None
        # The first run of a program reads it from the disk.
        for run in range(1, 4):
            with tempfile.TemporaryDirectory() as folder:
                process = subprocess.Popen(
                    [scene.TOOLS / "wordcount", "--collector", shop, "--journal", folder, __file__],
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                rows = page.locator("#rows tr", has_text="File Counted")
                expect(rows).to_have_count(run)
                seen = time.time()
                self.assertEqual(process.wait(timeout=60), 0)
            with urllib.request.urlopen(f"{shop}/v1/events?name=File%20Counted", timeout=30) as answer:
                tracked = json.load(answer)["events"][-1]["originalTimestamp"]
            delay = seen - datetime.datetime.fromisoformat(tracked.replace("Z", "+00:00")).timestamp()
            shortest = min(delay, shortest or delay)
        print(f"  tracked by the SDK, shown after {shortest * 1000:.0f} ms")
        self.assertLess(shortest, 1)

    def test_a_hostile_name_is_text(self):
        page = self.live()
        self.send(track("hostile", HOSTILE))
        row = page.locator("#rows tr").first
        expect(row).to_contain_text(HOSTILE)
        row.locator("a").click()
        expect(page.locator("h1")).to_have_text(HOSTILE)
        page.goto(f"{shop}/explorer")
        expect(page.locator("tbody")).to_contain_text("<img src=x")
        expect(page).to_have_title(re.compile("^Explorer"))
        self.assertEqual(page.locator("main img, main script").count(), 0)

    def test_a_refused_event_has_its_reason(self):
        page = self.live()
        self.send({"type": "track", "event": "Bought", "messageId": "refused"}, track("good", "Sold"))
        row = page.locator("#rows tr", has_text="refused")
        expect(row).to_contain_text("userId or anonymousId missing")
        expect(row).to_contain_text("Bought")
        self.send(track("good", "Sold"))
        expect(page.locator("#rows tr").first).to_contain_text("duplicate")
        expect(page.locator("#refused")).to_have_text("1")
        expect(page.locator("#duplicate")).to_have_text("1")

    def test_pause_keeps_events_until_it_ends(self):
        page = self.live()
        page.get_by_role("button", name="Pause").click()
        self.send(track("paused", "While Paused"))
        expect(page.locator("#state")).to_have_text("Paused: 1 waiting")
        expect(page.locator("#rows", has_text="While Paused")).to_have_count(0)
        page.get_by_role("button", name="Continue").click()
        expect(page.locator("#rows tr").first).to_contain_text("While Paused")

    def test_the_filter_is_in_the_address_for_back_and_forward(self):
        page = self.live()
        self.send(track("f1", "Filtered In"), track("f2", "Filtered Out"))
        field = page.get_by_role("searchbox", name="Filter")
        field.fill("filtered in")
        expect(page.locator("#rows tr:visible")).to_have_count(1)
        field.press("Enter")
        expect(page).to_have_url(re.compile("filter=filtered"))
        page.get_by_role("link", name="Trends").click()
        expect(page.locator("h1")).to_have_text("Trends")
        page.go_back()
        expect(field).to_have_value("filtered in")
        expect(page.locator("#state")).to_have_text("Connected")
        page.go_back()
        expect(field).to_have_value("")
        page.go_forward()
        expect(field).to_have_value("filtered in")
        page.go_forward()
        expect(page.locator("h1")).to_have_text("Trends")

    def test_a_link_with_a_project_shows_only_that_one(self):
        page = self.live("/live?project=other")
        self.send(track("mine", "Of The Shop"))
        sample.post(shop, "other", {"batch": [track("theirs", "Of Another")]})
        expect(page.locator("#rows tr").first).to_contain_text("Of Another")
        expect(page.locator("#rows", has_text="Of The Shop")).to_have_count(0)


    def test_the_page_connects_again_to_a_collector_that_was_restarted(self):
        with scene.collector() as address:
            page = self.open(address=address)
            expect(page.locator("#state")).to_have_text("Connected")
        expect(page.locator("#state")).to_have_text("Connecting again")
        with scene.collector(port=address.rsplit(":", 1)[1]):
            expect(page.locator("#state")).to_have_text("Connected", timeout=20_000)
            sample.post(address, "shop", {"batch": [track("again", "After The Restart")]})
            expect(page.locator("#rows tr").first).to_contain_text("After The Restart")
        self.problems = [problem for problem in self.problems if "net::ERR" not in problem]


class EachPageTest(PagesTest):
    def test_each_page_fits_three_widths(self):
        for width in scene.WIDTHS:
            page = self.open(viewport={"width": width, "height": 900})
            for name, path in scene.PAGES.items():
                page.goto(shop + path)
                expect(page.locator("h1")).to_be_visible()
                expect(page.get_by_role("navigation").locator("[aria-current=page]")).to_be_visible()
                surplus = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
                self.assertLessEqual(surplus, 0, f"{name} at {width}")

    def test_axe_finds_nothing_serious(self):
        for scheme in scene.SCHEMES:
            page = self.open(color_scheme=scheme)
            for name, path in {**scene.PAGES, "event": None, "problem": "/event", "none": "/funnel"}.items():
                if path:
                    page.goto(shop + path)
                else:
                    scene.event_page(page, shop)
                for details in page.locator("details").all():
                    details.locator("summary").click()
                found = [f"{violation['id']}: {violation['nodes'][0]['html'][:120]}"
                         for violation in Axe().run(page).response["violations"]
                         if violation["impact"] in ("serious", "critical")]
                self.assertEqual(found, [], f"{name}, {scheme}")
        # The answer to an address that is not valid is one of them.
        self.problems = [problem for problem in self.problems if "400" not in problem]

    def test_pages_work_without_javascript(self):
        page = self.open("/trends", java_script_enabled=False)
        page.get_by_role("combobox", name="Event").fill("Order Completed")
        page.get_by_role("combobox", name="Count").select_option("users")
        page.get_by_role("button", name="Show").click()
        expect(page).to_have_url(re.compile("name=Order\\+Completed&measure=users"))
        expect(page.locator("figcaption")).to_contain_text("unique users")
        page.get_by_role("link", name="30 days").click()
        expect(page).to_have_url(re.compile("name=Order"))
        page.get_by_role("link", name="Explorer").click()
        page.locator("tbody a").first.click()
        expect(page.get_by_role("heading", name="Journey")).to_be_visible()
        page.get_by_role("link", name="Live").click()
        expect(page.locator("main")).to_contain_text("Live needs JavaScript")

    def test_a_table_is_downloaded_as_csv(self):
        page = self.open(scene.PAGES["funnel"])
        with page.expect_download() as download:
            page.get_by_role("link", name="CSV").click()
        self.assertEqual(download.value.suggested_filename, "funnel.csv")
        lines = pathlib.Path(download.value.path()).read_text(encoding="utf8").splitlines()
        self.assertEqual(lines[0], "step,users,ofFirst,ofPrevious,medianSeconds")
        self.assertEqual(len(lines), 5)

    def test_the_keyboard_reaches_the_content(self):
        page = self.open(scene.PAGES["retention"])
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#main")).to_be_focused()

    def test_the_keyboard_reaches_every_control_in_order_and_shows_where_it_is(self):
        for name, path in scene.PAGES.items():
            page = self.open(path)
            places = page.evaluate("""() => {
              const controls = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")]
              window.reachable = controls.filter(control => control.tabIndex >= 0 && control.checkVisibility()
                && !control.disabled)
              return window.reachable.length
            }""")
            self.assertGreater(places, 8, name)
            for place in range(places):
                page.keyboard.press("Tab")
                found = page.evaluate("""() => {
                  const style = getComputedStyle(document.activeElement)
                  return [window.reachable.indexOf(document.activeElement),
                          style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0]
                }""")
                self.assertEqual(found, [place, True], f"{name}: the place of the focus, and whether it is visible")

    def test_a_trend_is_asked_for_by_the_keyboard_alone(self):
        page = self.open("/trends")
        self.tab(page, page.get_by_role("combobox", name="Event"))
        page.keyboard.type("Order Completed")
        self.tab(page, page.get_by_role("combobox", name="Count"))
        page.keyboard.type("unique")
        self.tab(page, page.get_by_role("button", name="Show"))
        page.keyboard.press("Space")
        expect(page).to_have_url(re.compile("name=Order\\+Completed&measure=users"))
        expect(page.locator("figcaption")).to_contain_text("unique users")

    def tab(self, page, control):
        for _ in range(40):
            page.keyboard.press("Tab")
            if control.evaluate("control => control === document.activeElement"):
                return
        self.fail(f"{control} is not reached")

    def test_health_has_the_rates_the_delays_and_the_keys(self):
        keys = ("--write-key", "wk-one=shop", "--write-key", "wk-two=shop", "--read-key", KEY)
        with scene.collector(*keys) as address:
            for number in range(3):
                sample.post(address, "wk-one", {"batch": [track(f"first-{number}", "Bought")]})
            sample.post(address, "wk-two", {"batch": [track("first-0", "Bought"), track("new", "Sold"),
                                                      {"type": "track", "messageId": "nameless", "userId": "ada"}]})
            page = self.open("/status", address)
            page.get_by_label("Read key").fill(KEY)
            page.keyboard.press("Enter")
            expect(page.get_by_role("heading", name="Health")).to_be_visible()
            rows = lambda caption: [row.split("\t") for row in
                                    page.get_by_role("table", name=caption).locator("tbody tr").all_inner_texts()]
            # Five events came, one of them twice; one without a name was refused.
            self.assertEqual(rows("Counts of each project"), [["shop", "4", "1", "20.0 %", "0", "1", "0", "4"]])
            self.assertEqual([row[0] for row in rows("The newest 4 events")], ["50 %", "90 %", "99 %", "all"])
            keys = rows("Keys, by the beginning of their digests")
            self.assertEqual([(row[0], row[2]) for row in keys], [("write", "shop"), ("write", "shop"), ("read", "all")])
            for secret in ("wk-one", "wk-two", KEY):
                self.assertNotIn(secret, page.content())
            with page.expect_download() as download:
                page.get_by_role("link", name="CSV").first.click()
            lines = pathlib.Path(download.value.path()).read_text(encoding="utf8").splitlines()
            self.assertEqual(len(lines), 2)


class SignInTest(PagesTest):
    def test_a_key_signs_in_and_out(self):
        with scene.collector("--read-key", KEY, "--write-key", "write=shop") as address:
            sample.post(address, "write", {"batch": [track("a", "Bought")]})
            page = self.open("/explorer?last=7d", address)
            page.get_by_label("Read key").fill("a wrong key")
            page.get_by_role("button", name="Sign in").click()
            expect(page.get_by_role("alert")).to_contain_text("no read key")
            page.get_by_label("Read key").fill(KEY)
            page.keyboard.press("Enter")
            expect(page).to_have_url(re.compile("/explorer\\?last=7d$"))
            expect(page.locator("tbody")).to_contain_text("Bought")
            page.get_by_role("link", name="Live").click()
            expect(page.locator("#state")).to_have_text("Connected")
            cookies = page.context.cookies()
            self.assertTrue(cookies[0]["httpOnly"] and cookies[0]["sameSite"] == "Strict")
            self.assertNotIn(KEY, cookies[0]["value"])
            page.get_by_role("button", name="Sign out").click()
            expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
            page.goto(address + "/trends")
            expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
            found = [violation["id"] for violation in Axe().run(page).response["violations"]
                     if violation["impact"] in ("serious", "critical")]
            self.assertEqual(found, [])


class StoreTest(PagesTest):
    def test_postgresql_answers_as_sqlite_does(self):
        now = datetime.datetime.now(datetime.timezone.utc)
        with scene.postgresql() as store:
            if store is None:
                self.skipTest("no server of PostgreSQL is installed")
            with scene.collector() as one, scene.collector(store=store) as other:
                texts = []
                for address in (one, other):
                    sample.send(address, "shop", now)
                    page = self.open("/trends", address)
                    found = {}
                    for name, path in scene.PAGES.items():
                        if name in ("trends", "split", "funnel", "retention", "devices"):
                            page.goto(address + path)
                            found[name] = page.locator("main").inner_text().replace(address, "")
                    page.goto(f"{address}/explorer?last=90d")
                    # All but the time at which this collector stored them.
                    rows = [row.split("\t") for row in page.locator("tbody tr").all_inner_texts()]
                    found["explorer"] = [row[:4] for row in rows]
                    texts.append(found)
        for name, text in texts[0].items():
            self.assertEqual(text, texts[1][name], name)


if __name__ == "__main__":
    with scene.browser() as chromium, scene.collector() as shop:
        sample.send(shop, "shop", datetime.datetime.now(datetime.timezone.utc))
        sys.exit(not unittest.main(exit=False).result.wasSuccessful())
