#!/usr/bin/env python3
"""Runs all campaigns in turn, with fresh seeds, until it is stopped or something is wrong: crashes on a simulated disk,
walks of whole apps through consent, kills and backups, processes under real faults, a month of use. Writes down which faults
met which operations, over all runs.

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
COVERAGE = os.path.join(ROOT, ".build", "soak", "coverage.json")
STATES = 200_000
WALKS = 10_000
IDENTITY_WALKS = 1_000_000
JEPSEN_MINUTES = 5


def say(line):
    print(line, flush=True)


def simulate(folder, environment):
    """Crash states on a simulated disk; what they came to, or None."""
    seed, report = secrets.randbelow(1 << 40), os.path.join(folder, "simulation.json")
    done = subprocess.run(
        ["swift", "test", "--skip-build", *SCRATCH, "--filter", "SimulationTests\\.", "--skip", "WalkTests"], cwd=ROOT,
        env={**environment, "CAIRN_STATES": str(STATES), "CAIRN_FIRST_SEED": str(seed),
             "CAIRN_SIMULATION_REPORT": report}, capture_output=True, text=True)
    if done.returncode:
        say(f"\nfirst seed {seed}:\n{done.stdout}{done.stderr}")
        return None
    with open(report, encoding="utf8") as file:
        totals = json.load(file)
    say(f"simulation, first seed {seed}: {totals['states']:,} crash states, acknowledged {totals['acknowledged']:,}, lost 0")
    return totals


def walk(folder, environment):
    """Whole apps, and the store of the identity alone, on random walks through consent, kills and backups; what they came to,
    or None."""
    seed, report = secrets.randbelow(1 << 40), os.path.join(folder, "walks.json")
    done = subprocess.run(
        ["swift", "test", "--skip-build", *SCRATCH, "--filter", "SimulationTests\\..*WalkTests"], cwd=ROOT,
        env={**environment, "CAIRN_WALKS": str(WALKS), "CAIRN_IDENTITY_WALKS": str(IDENTITY_WALKS),
             "CAIRN_FIRST_SEED": str(seed), "CAIRN_WALK_REPORT": report}, capture_output=True, text=True)
    if done.returncode:
        say(f"\nfirst seed {seed}:\n{done.stdout}{done.stderr}")
        return None
    with open(report, encoding="utf8") as file:
        totals = json.load(file)
    totals["identityWalks"] = IDENTITY_WALKS
    say(f"walks, first seed {seed}: {totals['walks']:,} of a whole app, {IDENTITY_WALKS:,} of the identity, violations 0")
    return totals


def jepsen(folder, arguments):
    """Real processes and real faults; the report, or None."""
    report = os.path.join(folder, "jepsen.json")
    done = subprocess.run(
        [os.path.join(ROOT, ".build-release", "release", "jepsen"), *arguments, "--json", report], cwd=ROOT,
        capture_output=True, text=True)
    lines = done.stdout.strip().splitlines()
    if done.returncode:
        say(f"\n{done.stdout}{done.stderr}")
        return None
    say(f"{arguments[0]}: {lines[-1] if lines else ''}")
    with open(report, encoding="utf8") as file:
        return json.load(file)


class Coverage:
    """Faults, the operations that they met, and how often: all runs of this machine together."""

    def __init__(self, path):
        self.path = path
        self.totals = {"states": 0, "acknowledged": 0, "kills": 0, "rounds": 0, "months": 0, "walks": 0,
                       "identityWalks": 0, "pairs": {}}
        if os.path.exists(path):
            with open(path, encoding="utf8") as file:
                self.totals.update(json.load(file))

    def add(self, report):
        for name in ("states", "acknowledged", "kills", "rounds", "walks", "identityWalks"):
            self.totals[name] += report.get(name, 0)
        for fault, operations in report.get("pairs", {}).items():
            row = self.totals["pairs"].setdefault(fault, {})
            for operation, count in operations.items():
                row[operation] = row.get(operation, 0) + count
        self.write()

    def write(self):
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        with open(self.path + ".new", "w", encoding="utf8") as file:
            json.dump(self.totals, file, indent=1, sort_keys=True)
        os.replace(self.path + ".new", self.path)

    def table(self):
        pairs = self.totals["pairs"]
        lines = [f"  {fault}: " + ", ".join(f"{name} {count:,}" for name, count in sorted(row.items()))
                 for fault, row in sorted(pairs.items())]
        number = sum(len(row) for row in pairs.values())
        lines.append(
            f"{number} pairs of fault and operation · {self.totals['states']:,} crash states · {self.totals['rounds']:,} rounds"
            f" · {self.totals['walks']:,} walks of a whole app, {self.totals['identityWalks']:,} of the identity"
            f" · {self.totals['kills']:,} kills · {self.totals['acknowledged']:,} acknowledged · lost 0")
        return "\n".join(lines)


def build(environment):
    subprocess.run(["swift", "build", "--build-tests", "--quiet", *SCRATCH], cwd=ROOT, env=environment, check=True)


def main():
    if sys.argv[1:] and not sys.argv[1].replace(".", "", 1).isdigit():
        print(__doc__)
        return 0 if sys.argv[1] in ("-h", "--help") else 2
    end = time.monotonic() + 60 * float(sys.argv[1]) if sys.argv[1:] else float("inf")
    environment = {**os.environ, "CAIRN_TESTS": "CrashTests,SimulationTests"}
    build(environment)
    coverage, turn = Coverage(COVERAGE), 0
    try:
        with tempfile.TemporaryDirectory() as folder:
            # Each campaign runs once, however little time there is.
            while turn < 4 or time.monotonic() < end:
                left = (end - time.monotonic()) / 60
                minutes = str(round(min(JEPSEN_MINUTES, max(0.1, left)), 1))
                runs = [lambda: simulate(folder, environment), lambda: jepsen(folder, ["run", "--minutes", minutes]),
                        lambda: jepsen(folder, ["month"]), lambda: walk(folder, environment)]
                report = runs[turn % 4]()
                if report is None:
                    return 1
                if turn % 4 == 2:
                    coverage.totals["months"] += 1
                coverage.add(report if turn % 4 != 2 else {})
                turn += 1
    finally:
        say(coverage.table())
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
