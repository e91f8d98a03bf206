"""Runs rotel, a collector of OpenTelemetry, until standard input is closed.

Usage: run_rotel.py
Prints the port of OTLP over HTTP as soon as it takes connections, and at the end what rotel has logged.
"""

import contextlib
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import time

import rotel

# tidy:allow(narration) The name of the program.
PROGRAM = pathlib.Path(rotel.__file__).with_name("rotel-agent")


def free_ports(count):
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]


def wait_until_open(port, process):
    while process.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.01)
    sys.exit(f"rotel ended with {process.returncode}")


# Who starts this may not want to be interrupted; rotel has to be.
signal.pthread_sigmask(signal.SIG_SETMASK, [])
signal.signal(signal.SIGINT, signal.SIG_DFL)

with tempfile.TemporaryDirectory() as folder:
    http, grpc = free_ports(2)
    log = open(os.path.join(folder, "log"), "w+", encoding="utf8")
    process = subprocess.Popen(
        [PROGRAM, "start", "--otlp-http-endpoint", f"127.0.0.1:{http}",
         "--otlp-grpc-endpoint", f"127.0.0.1:{grpc}", "--exporter", "blackhole",
         "--debug-log", "logs", "--debug-log-verbosity", "detailed",
         "--pid-file", os.path.join(folder, "pid")],
        stdout=log, stderr=subprocess.STDOUT)
    try:
        wait_until_open(http, process)
        print(http, flush=True)
        sys.stdin.read()
        process.send_signal(signal.SIGINT)
        process.wait()
    finally:
        process.kill()
    log.seek(0)
    print(log.read())
