"""Sends one event of every kind with an official client: segment-analytics-python or rudder-sdk-python.

Usage: batch_client.py segment|rudderstack HOST_URL WRITE_KEY
Exits with 1 and the errors on standard output when the client reports any.
"""

import datetime
import importlib
import sys

errors = []
analytics = importlib.import_module(f"{sys.argv[1]}.analytics")
analytics.host = sys.argv[2]
analytics.write_key = sys.argv[3]
analytics.gzip = True
analytics.max_retries = 1
analytics.on_error = lambda error, items: errors.append(str(error))

WHEN = datetime.datetime(2026, 11, 21, 1, 46, 2, 547123, tzinfo=datetime.timezone.utc)

PROPERTIES = {
    "text": "Größe \U0001f600 \"quoted\" \\ \u2028 \n",
    "int": 9007199254740993,
    "largest": 18446744073709551615,
    "negative": -42,
    "float": 19.9,
    "whole": 1.0,
    "tiny": 1e-07,
    "yes": True,
    "no": False,
    "nothing": None,
    "array": [1, "two", 3.5, None, [True, {}]],
    "object": {"a": {"b": {"c": []}}},
    "date": datetime.date(2026, 11, 21),
    "time": WHEN,
}

analytics.track("user", "Order Completed", PROPERTIES, timestamp=WHEN, message_id="track")
analytics.identify("user", {"plan": "pro", "seats": 7}, timestamp=WHEN, message_id="identify")
analytics.screen("user", "Shop", "Checkout", {"step": 2}, timestamp=WHEN, message_id="screen")
analytics.page(
    "user", "Docs", "Start", {"url": "https://example.com/?a=1&b=2"}, timestamp=WHEN,
    message_id="page")
analytics.group("user", "group", {"name": "Größe AG"}, timestamp=WHEN, message_id="group")
analytics.alias("before", "user", timestamp=WHEN, message_id="alias")
analytics.shutdown()

print("\n".join(errors))
sys.exit(1 if errors else 0)
