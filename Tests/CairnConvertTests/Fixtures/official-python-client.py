#!/usr/bin/env python3
"""What convert-python-sdk sends, recorded by a transport in its place: `pip install convert-python-sdk==2.1.0`, then this."""
import json
import sys

import httpx
from convert_sdk import Core, InMemoryDataStore, SDKConfig, TransportConfig
from convert_sdk.adapters.transport.httpx_transport import HttpxTransport

DOCUMENT = json.load(open(sys.argv[1]))
requests = []


def answer(request):
    if request.method == "POST":
        headers = {name: value for name, value in request.headers.items() if name in ("content-type", "user-agent")}
        requests.append({"url": str(request.url), "headers": headers, "body": json.loads(request.content)})
        return httpx.Response(200, json={})
    return httpx.Response(200, json=DOCUMENT)


settings = TransportConfig()
transport = HttpxTransport(
    settings, client=httpx.Client(base_url=settings.base_url, transport=httpx.MockTransport(answer)))
core = Core(
    SDKConfig(sdk_key="10001/20002", batch_size=100, data_store=InMemoryDataStore(), transport=settings),
    transport=transport).initialize()
first = core.create_context("visitor-1")
first.run_experience("cart-test")
second = core.create_context("visitor-2")
second.run_experience("cart-test")
first.set_segments({"country": "DE", "visitorType": "returning"})
first.track_conversion("purchase")
second.track_conversion("purchase", revenue=39.95, conversion_data={"productsCount": 1, "transactionId": "o-1"})
core.flush()
json.dump(requests, sys.stdout, indent=1, sort_keys=True)
print()
