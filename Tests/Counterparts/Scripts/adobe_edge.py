"""Adobe's network as its own OpenAPI document describes it: served by connexion, which refuses what the document does not
allow. Answers as it is told to.

    adobe_edge.py DOCUMENT ANSWERS

ANSWERS is a JSON list of {"status": …, "headers": {…}, "fragments": […]}, for one request each; afterwards all is well.
Prints its port, and ends when its input does. GET /seen tells what has arrived and what became of it.
"""
import copy
import json
import logging
import os
import socket
import sys
import threading
import warnings

warnings.simplefilter("ignore")
logging.disable(logging.WARNING)

import connexion
import uvicorn
import yaml

document, answers = sys.argv[1], json.loads(sys.argv[2])
seen = []


def answer(well):
    said = answers.pop(0) if answers else {"status": well}
    fragments = said.get("fragments", [])
    # As the network streams them when it was asked to.
    body = "".join("\0" + json.dumps(fragment) + "\n" for fragment in fragments)
    return connexion.lifecycle.ConnexionResponse(
        status_code=said["status"], headers=said.get("headers", {}), body=body, content_type="application/json")


def interact(body, **_):
    return answer(200)


def collect(body, **_):
    return answer(204)


def specification():
    """The two calls that take events without a token, each also behind a location hint."""
    with open(document) as file:
        found = yaml.safe_load(file)
    paths = {}
    for name in ["interact", "collect"]:
        call = found["paths"][f"/v1/{name}"]
        call["post"]["operationId"] = name
        paths[f"/ee/v1/{name}"] = call
        hinted = copy.deepcopy(call)
        hinted["post"]["operationId"] = name + "_hinted"
        hinted["post"]["parameters"].append(
            {"name": "hint", "in": "path", "required": True, "schema": {"type": "string"}})
        paths["/ee/{hint}/v1/" + name] = hinted
    found["paths"] = paths
    found["servers"] = [{"url": "/"}]
    return found


class Resolver(connexion.resolver.Resolver):
    def resolve_function_from_operation_id(self, operation_id):
        return {"interact": interact, "collect": collect}[operation_id.removesuffix("_hinted")]


class Witness:
    """Notes each request and the status that it got."""

    def __init__(self, app):
        self.app = app

    async def __call__(self, scope, receive, send):
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        if scope["path"] == "/seen":
            return await tell(send)
        body = b""
        while True:
            message = await receive()
            body += message.get("body", b"")
            if not message.get("more_body"):
                break
        entry = {"path": scope["path"], "body": body.decode(), "status": 0, "answer": ""}
        seen.append(entry)

        async def replay():
            return {"type": "http.request", "body": body, "more_body": False}

        async def note(message):
            if message["type"] == "http.response.start":
                entry["status"] = message["status"]
            entry["answer"] += message.get("body", b"").decode()
            await send(message)

        await self.app(scope, replay, note)


async def tell(send):
    body = json.dumps(seen).encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"application/json")]})
    await send({"type": "http.response.body", "body": body})


def end_with_input():
    sys.stdin.read()
    # Connections that are kept open would hold up an orderly end.
    os._exit(0)


app = connexion.AsyncApp(__name__, resolver=Resolver())
app.add_api(specification(), strict_validation=True, validate_responses=False)
listener = socket.create_server(("127.0.0.1", 0))
threading.Thread(target=end_with_input, daemon=True).start()
print(listener.getsockname()[1], flush=True)
server = uvicorn.Server(uvicorn.Config(Witness(app), log_level="critical"))
server.run(sockets=[listener])
