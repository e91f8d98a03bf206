"""Sends with a vendor's own client to a server on this machine, and prints every request.

Usage: official_client.py amplitude|mixpanel|posthog|posthog_v1|snowplow
Prints a line of JSON a request, with `path`, `headers` and `body`: JSON, or text where it is none.
"""

import gzip
import http.server
import json
import sys
import threading

ANSWER = b'{"status":1,"error":null,"code":200,"results":{}}'
requests = []


class Recorder(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers["Content-Encoding"] == "gzip":
            body = gzip.decompress(body)
        text = body.decode()
        requests.append({
            "path": self.path.partition("?")[0],
            "headers": dict(self.headers),
            "body": json.loads(text) if text.startswith("{") else text,
        })
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(ANSWER)))
        self.end_headers()
        self.wfile.write(ANSWER)

    def log_message(self, *_):
        pass


def amplitude(port):
    from amplitude import Amplitude, BaseEvent
    client = Amplitude("APIKEY")
    client.configuration.server_url = f"http://127.0.0.1:{port}/2/httpapi"
    client.configuration.min_id_length = 1
    client.configuration.flush_interval_millis = 100
    client.track(BaseEvent(
        "Order Completed", user_id="user1", device_id="dev1", event_properties={"x": 1},
        time=1795225187165, insert_id="ins1"))
    for future in client.flush():
        future.result()
    client.shutdown()


def mixpanel(port):
    from mixpanel import BufferedConsumer, Mixpanel
    url = f"http://127.0.0.1:{port}"
    consumer = BufferedConsumer(
        events_url=f"{url}/track", people_url=f"{url}/engage", import_url=f"{url}/import")
    client = Mixpanel("TOKEN", consumer=consumer)
    client.track("u1", "Order Completed", {"revenue": 39.95})
    client.import_data("APIKEY", "u1", "Imported", 1795225187, {"x": 1}, api_secret="SECRET")
    client.people_set("u1", {"plan": "pro"})
    consumer.flush()


def posthog(port):
    from posthog import Posthog
    client = Posthog("phc_KEY", host=f"http://127.0.0.1:{port}", gzip=True)
    client.capture("Order Completed", distinct_id="u1", properties={"revenue": 39.95})
    client.shutdown()


def posthog_v1(port):
    from posthog import Posthog
    client = Posthog("phc_KEY", host=f"http://127.0.0.1:{port}", capture_mode="v1", flush_at=3)
    for number in range(3):
        client.capture(f"E{number}", distinct_id="u1", properties={
            "i": number, "$session_id": "s1", "$process_person_profile": False})
    client.shutdown()


def snowplow(port):
    from snowplow_tracker import Emitter, SelfDescribing, SelfDescribingJson, Subject, Tracker
    emitter = Emitter("127.0.0.1", protocol="http", port=port, method="post", batch_size=1)
    subject = Subject().set_platform("mob").set_user_id("u1")
    tracker = Tracker(
        "ns", emitters=emitter, subject=subject, app_id="shop", encode_base64=False)
    tracker.track(SelfDescribing(
        SelfDescribingJson("iglu:com.acme/order/jsonschema/1-0-0", {"revenue": 39.95})))


client = {f.__name__: f for f in (amplitude, mixpanel, posthog, posthog_v1, snowplow)}[sys.argv[1]]
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Recorder)
threading.Thread(target=server.serve_forever, daemon=True).start()
client(server.server_port)
server.shutdown()
for request in requests:
    print(json.dumps(request))
