#!/usr/bin/env python3
"""Runs the simulation with fresh seeds until it is stopped or something is wrong. Each round prints its first seed.

usage: soak.py [MINUTES]
"""
import json
import os
import secrets
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SCRATCH = ["-c", "release", "--scratch-path", ".build-release"]
ROUND = 200_000


def main():
    if sys.argv[1:] and not sys.argv[1].replace(".", "", 1).isdigit():
        print(__doc__)
        return 0 if sys.argv[1] in ("-h", "--help") else 2
    end = time.monotonic() + 60 * float(sys.argv[1]) if sys.argv[1:] else float("inf")
    environment = {**os.environ, "CAIRN_CORE_ONLY": "1"}
    subprocess.run(["swift", "build", "--build-tests", "--quiet", *SCRATCH], cwd=ROOT, env=environment, check=True)
    started, states, acknowledged = time.monotonic(), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        while time.monotonic() < end:
            seed = secrets.randbelow(1 << 40)
            done = subprocess.run(
                ["swift", "test", "--skip-build", *SCRATCH, "--filter", "SimulationTests\\.Simulated"], cwd=ROOT,
                env={**environment, "CAIRN_STATES": str(ROUND), "CAIRN_FIRST_SEED": str(seed),
                     "CAIRN_SIMULATION_REPORT": report}, capture_output=True, text=True)
            if done.returncode:
                print(f"\nfirst seed {seed}:\n{done.stdout}{done.stderr}")
                return 1
            with open(report, encoding="utf8") as file:
                totals = json.load(file)
            states, acknowledged = states + totals["states"], acknowledged + totals["acknowledged"]
            rate = states / (time.monotonic() - started)
            print(f"first seed {seed}: {states:,} crash states in all, {rate:,.0f}/s; acknowledged {acknowledged:,}, lost 0",
                  flush=True)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
