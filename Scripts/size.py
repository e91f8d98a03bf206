#!/usr/bin/env python3
"""How much a minimal app grows by Cairn: linked statically, without dead code, stripped. Foundation is not counted, since it
is linked dynamically and both apps have it.

usage: size.py [--all] [--sections]     by -Osize alone, which the budget is for; --all: by -O as well
"""
import os
import subprocess
import sys
import tempfile

import retried

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUDGET = 3_139_000
SCRATCH = os.path.join(ROOT, ".build/size")
MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "size",
  dependencies: [.package(name: "cairn", path: "{root}")],
  targets: [
    .executableTarget(name: "without"),
    .executableTarget(name: "with", dependencies: [.product(name: "Cairn", package: "cairn")]),
  ]
)
"""
WITHOUT = """import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

let (data, _) = try await URLSession.shared.data(from: URL(string: "http://localhost:8080")!)
print(data.count)
"""
WITH = """import Cairn
import Foundation

let analytics = Analytics(Configuration(writeKey: "key", endpoint: URL(string: "http://localhost:8080")!))
analytics.track("Opened", ["screen": "home"])
await analytics.close()
"""


def measure(level, folder):
    scratch = os.path.join(SCRATCH, level)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CAIRN_")}
    build = ["swift", "build", "--quiet", "-c", "release", "--scratch-path", scratch, "-debug-info-format", "none",
             "-Xswiftc", f"-{level}"]
    retried.run(build, cwd=folder, env=environment, check=True)
    sizes = {}
    for name in ("without", "with"):
        stripped = os.path.join(folder, name + level)
        subprocess.run(["strip", "-o", stripped, os.path.join(scratch, "release", name)], check=True)
        sizes[name] = os.path.getsize(stripped)
        if "--sections" in sys.argv:
            subprocess.run(["size", "-A", "-d", stripped], check=True)
    return sizes["with"] - sizes["without"], sizes


def main():
    if any(argument not in ("--all", "--sections") for argument in sys.argv[1:]):
        print(__doc__)
        return 2
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for path, text in (("Package.swift", MANIFEST.format(root=ROOT)), ("Sources/without/main.swift", WITHOUT),
                           ("Sources/with/main.swift", WITH)):
            path = os.path.join(folder, path)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf8") as file:
                file.write(text)
        for level in ("Osize", "O") if "--all" in sys.argv else ("Osize",):
            grown, sizes = measure(level, folder)
            print(f"-{level}: {grown:,} bytes ({sizes['without']:,} without, {sizes['with']:,} with)", flush=True)
            if level == "Osize" and grown > BUDGET:
                print(f"Scripts/size.py:1: error: the budget is {BUDGET:,} bytes")
                failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
