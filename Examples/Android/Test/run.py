#!/usr/bin/env python3
"""Runs the library of this example in a Java virtual machine on this computer, as a Kotlin app loads it.

usage: run.py     needs a JDK and kotlinc, which make android installs

A process records while it is told that there is no network, and is killed; nothing may have been sent. The next one is told that
there is a network, and goes to the background: then each event must have arrived once, as it was recorded.
"""
import collections
import gzip
import http.server
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading

EXAMPLE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(os.path.dirname(EXAMPLE))
SCRATCH = os.path.join(ROOT, ".build-android")
received = []


class Collector(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        received.extend(json.loads(body)["batch"])
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_):
        pass


def jdk():
    """The folder of the JDK, which has the headers of JNI."""
    compiler = shutil.which("javac")
    if not compiler or not shutil.which("kotlinc"):
        sys.exit("error: no javac or no kotlinc; run make android, or on Debian: apt-get install default-jdk-headless kotlin")
    return os.path.dirname(os.path.dirname(os.path.realpath(compiler)))


def build(java):
    headers = [option for folder in ("include", f"include/{'darwin' if sys.platform == 'darwin' else 'linux'}")
               for option in ("-Xcc", f"-I{java}/{folder}")]
    subprocess.run(["swift", "build", "--quiet", "--package-path", EXAMPLE, "--scratch-path", SCRATCH, *headers], check=True)
    program = os.path.join(SCRATCH, "host.jar")
    # The observer needs the Android SDK.
    subprocess.run(["kotlinc", f"{EXAMPLE}/Kotlin/Cairn.kt", f"{EXAMPLE}/Test/HostTest.kt", "-include-runtime", "-d", program],
                   check=True, stderr=subprocess.DEVNULL)
    return program


def launch(java, program, mode, folder, endpoint):
    return subprocess.Popen(
        [f"{java}/bin/java", "-Xcheck:jni", f"-Djava.library.path={SCRATCH}/debug", "-cp", program, "com.example.cairn.HostTest",
         mode, folder, endpoint], stdout=subprocess.PIPE, text=True)


def expect(condition, text):
    if not condition:
        sys.exit(f"error: {text}")
    print(f"  {text}")


def main():
    java = jdk()
    program = build(java)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Collector)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    endpoint = f"http://127.0.0.1:{server.server_port}/v1/batch"
    with tempfile.TemporaryDirectory() as folder:
        recording = launch(java, program, "record", folder, endpoint)
        said = recording.stdout.readline()
        recording.kill()
        recording.wait()
        expect(said.startswith("recorded 100"), "an app records 100 events without a network, and is killed")
        expect(not received, "nothing was sent")
        delivering = launch(java, program, "deliver", folder, endpoint)
        output, _ = delivering.communicate(timeout=60)
        expect(delivering.returncode == 0 and "delivered" in output, "the next launch goes to the background and is told of the end")
    events = [event for event in received if event.get("event") == "Köp 🛒"]
    places = collections.Counter((event["properties"]["thread"], event["properties"]["number"]) for event in events)
    expect(len(places) == 100 and set(places.values()) == {1}, "each of the 100 events arrived once")
    unreadable = [event["properties"] for event in received if event.get("event") == "Unreadable"]
    expect(unreadable == [{"unreadableProperties": '{"half":'}], "properties that are not JSON arrived as their text")
    expect(all(event["properties"]["price"] == 1.5 and event["properties"]["new"] is True
               and event["properties"]["tags"] == ["a", None] for event in events), "with its properties")


if __name__ == "__main__":
    main()
