#!/usr/bin/env python3
"""Tells at the end what a run of the tests has told in its middle: which tests failed, or were skipped, and why.

usage: Scripts/outcome.py failed|skipped|ran FILE...      ran: it is an error when no test began

Each FILE is what `swift test --event-stream-output-path FILE` wrote.
"""

import collections
import json
import os
import re
import sys


def events(paths, kind):
    for path in paths:
        # A run that did not begin wrote nothing.
        if not os.path.exists(path):
            continue
        for line in open(path, encoding="utf8"):
            try:
                event = json.loads(line)["payload"]
            except ValueError:
                # Of a process that died while it wrote.
                continue
            if event.get("kind") == kind:
                yield event


def name(event):
    """Without its place: that of a suite is no help, and a test's is that of the issue."""
    return re.sub(r"/[^/]+:\d+:\d+$", "", event.get("testID", "no test"))


def said(event):
    return ": ".join(message["text"] for message in event["messages"])


def failed(paths):
    found = {}
    for event in events(paths, "issueRecorded"):
        issue = event["issue"]
        if issue["isFailure"]:
            place = issue.get("sourceLocation") or {"fileID": "?", "line": 0}
            found[f"failed: {place['fileID']}:{place['line']}: {name(event)}: {said(event)[:400]}"] = None
    print(*found, sep="\n", end="\n" if found else "")
    begun = collections.Counter(map(name, events(paths, "testStarted")))
    begun.subtract(map(name, events(paths, "testEnded")))
    # Its process died, or was ended because it hung. A suite is not named: its tests are.
    open_tests = [test for test in +begun if test.endswith(")")]
    for test in open_tests[:20]:
        print(f"did not end: {test}")
    if len(open_tests) > 20:
        print(f"did not end: {len(open_tests) - 20} more")


def skipped(paths):
    reasons = collections.Counter()
    for event in events(paths, "testSkipped"):
        # Each test of a suite says it for itself.
        if not said(event).startswith("Suite "):
            reasons[re.sub(r"^.* skipped(: )?", "", said(event), count=1).strip('"')] += 1
    for reason, count in reasons.most_common():
        print(f"skipped: {count} {'test' if count == 1 else 'tests'}: {reason or 'no reason is given'}")


def ran(paths):
    # A skipped test counts: `skipped` tells of it.
    if not any(name(event).endswith(")") for kind in ("testStarted", "testSkipped") for event in events(paths, kind)):
        sys.exit("error: no test ran")


if __name__ == "__main__":
    tell = {"failed": failed, "skipped": skipped, "ran": ran}.get(sys.argv[1] if len(sys.argv) > 2 else "")
    if tell is None:
        sys.exit(__doc__)
    tell(sys.argv[2:])
