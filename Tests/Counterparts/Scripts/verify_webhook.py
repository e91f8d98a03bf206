"""Verifies signed requests with the library of Standard Webhooks, by the clock on the wall.

Usage: verify_webhook.py SECRET < REQUESTS
A request a line, `{"headers": {…}, "body": "…"}`. Prints `verified`, or why not, a line a request.
"""

import json
import sys

from standardwebhooks import Webhook, WebhookVerificationError

webhook = Webhook(sys.argv[1])
for line in sys.stdin:
    request = json.loads(line)
    try:
        webhook.verify(request["body"], request["headers"])
        print("verified")
    except WebhookVerificationError as error:
        print(error)
