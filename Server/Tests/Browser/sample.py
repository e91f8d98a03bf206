"""The events of a small shop, the same at every run, for screenshots and for tests in a browser."""
import base64
import datetime
import json
import math
import random
import urllib.request

DAY = datetime.timedelta(days=1)
NAMES = ("ada", "grace", "edsger", "barbara", "donald", "frances", "alan", "margaret", "niklaus", "radia")
PRODUCTS = (("tent", 219.0), ("stove", 74.5), ("headlamp", 39.9), ("rope", 89.0), ("map", 12.5), ("compass", 24.0))
PLANS = ("free", "free", "free", "member", "member", "guide")
DEVICES = (("iPhone17,1", "iOS", "26.1"), ("iPad16,3", "iPadOS", "26.1"), ("Pixel 10", "Android", "16"),
           ("Mac16,1", "macOS", "26.1"))


def stamp(time):
    return time.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


class Shop:
    """Visitors that come back less and less, and of whom some buy."""

    def __init__(self, now, days=30, seed=7):
        self.random, self.now, self.days = random.Random(seed), now, days
        self.events, self.number = [], 0

    def identifier(self, time):
        """A UUID of version 7, as the SDK makes them."""
        self.number += 1
        milliseconds = int(time.timestamp() * 1000)
        digits = f"{milliseconds:012x}7{self.random.getrandbits(12):03x}8{self.random.getrandbits(60):015x}"
        return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))

    def add(self, time, user, name, properties):
        if time > self.now:
            return
        self.events.append((time, {
            "type": "track", "event": name, "messageId": self.identifier(time), "anonymousId": user["device"],
            **({"userId": user["id"]} if user["id"] else {}), "originalTimestamp": stamp(time),
            "properties": {**properties, "plan": user["plan"]},
            "context": {"app": {"name": "Ridge", "version": user["version"]},
                        "device": {"model": user["model"][0]},
                        "os": {"name": user["model"][1], "version": user["model"][2]}}}))

    def visit(self, time, user):
        step = lambda low, high: datetime.timedelta(seconds=self.random.uniform(low, high))
        product, price = self.random.choice(PRODUCTS)
        self.add(time, user, "App Opened", {"from": self.random.choice(("icon", "link", "notification"))})
        for _ in range(self.random.randint(1, 4)):
            time += step(4, 90)
            product, price = self.random.choice(PRODUCTS)
            self.add(time, user, "Product Viewed", {"sku": product, "price": price})
        if self.random.random() < .42:
            time += step(5, 120)
            self.add(time, user, "Product Added", {"sku": product, "price": price, "quantity": 1})
            if self.random.random() < .62:
                time += step(10, 300)
                self.add(time, user, "Checkout Started", {"total": price})
                if self.random.random() < .71:
                    time += step(20, 400)
                    self.add(time, user, "Order Completed", {"total": price, "payment": self.random.choice(("card", "invoice"))})

    def fill(self):
        count = 0
        for day in range(self.days, -1, -1):
            weekend = (self.now - day * DAY).weekday() >= 5
            for _ in range(int((9 if weekend else 6) + 3 * math.sin(day / 3))):
                name = NAMES[count % len(NAMES)]
                user = {"id": f"{name}-{count}" if self.random.random() < .6 else None,
                        "device": f"{self.random.getrandbits(64):016x}", "plan": self.random.choice(PLANS),
                        "version": self.random.choice(("4.1", "4.2", "4.2")), "model": self.random.choice(DEVICES)}
                count += 1
                back = day
                while back >= 0:
                    hour = self.random.triangular(0, 24, 18)
                    midnight = (self.now - back * DAY).replace(hour=0, minute=0, second=0, microsecond=0)
                    self.visit(midnight + datetime.timedelta(hours=hour), user)
                    back -= 1 + int(self.random.expovariate(.22))
                    if self.random.random() < .22:
                        break
                if self.random.random() < .25:
                    self.report(user, day)
        self.events.sort(key=lambda pair: pair[0])
        return self.events

    def report(self, user, day):
        accepted = self.random.randint(80, 3000)
        dropped = {"age": self.random.randint(1, 9)} if self.random.random() < .2 else {}
        pending = self.random.choice((0, 0, 0, 3, 12))
        dead = self.random.choice((0, 0, 0, 0, 1))
        delivered = accepted - sum(dropped.values()) - pending - dead
        self.add(self.now - self.random.uniform(.1, 1) * min(day + 1, 6) * DAY, user, "Cairn Loss Report", {
            "recorded": accepted, "refused": {}, "buffered": 0, "balances": True,
            "destinations": [{"name": "collector", "accepted": accepted, "delivered": delivered, "filtered": 0,
                              "deadLettered": dead, "damaged": 0, "dropped": dropped, "pending": pending}]})


def post(address, key, body):
    request = urllib.request.Request(
        f"{address}/v1/batch", json.dumps(body).encode(), {
            "Content-Type": "application/json",
            "Authorization": "Basic " + base64.b64encode(f"{key}:".encode()).decode()})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def send(address, key, now, days=30):
    """Sends the events of a shop, and returns their number."""
    events = Shop(now, days).fill()
    for start in range(0, len(events), 500):
        # Without a time of sending, the times of the events stay as they are.
        post(address, key, {"batch": [event for _, event in events[start:start + 500]]})
    # Some batches come again, as after a lost answer.
    post(address, key, {"batch": [event for _, event in events[:40]]})
    return len(events)
