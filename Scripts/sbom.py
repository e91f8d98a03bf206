#!/usr/bin/env python3
"""The bill of materials of what is shipped as a program (the collector and the tools), as CycloneDX 1.6: Server/sbom.cdx.json.

usage: sbom.py             writes it, after `Scripts/build --package-path Server`, whose checkouts have the licences
       sbom.py --check     whether it lists what Dependencies/Server.resolved does

https://cyclonedx.org/docs/1.6/json/
"""
import json
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BILL = os.path.join(ROOT, "Server/sbom.cdx.json")
PINS = os.path.join(ROOT, "Dependencies/Server.resolved")
CHECKOUTS = os.path.join(ROOT, ".build/checkouts")
LICENCES = {"Apache License": "Apache-2.0", "MIT License": "MIT",
            "Permission is hereby granted, free of charge": "MIT"}


def read(path):
    with open(path, encoding="utf8") as file:
        return file.read()


def licence(folder):
    for name in sorted(os.listdir(folder)):
        if re.match(r"LICEN[SC]E", name):
            text = read(os.path.join(folder, name))
            for phrase, code in LICENCES.items():
                if phrase in text:
                    return code
    sys.exit(f"{folder}:1: error: no licence that is known")


def component(pin):
    place = re.sub(r"^https://|\.git$", "", pin["location"])
    version = pin["state"].get("version", pin["state"]["revision"])
    folder = os.path.join(CHECKOUTS, os.path.basename(place))
    return {
        "type": "library", "name": pin["identity"], "version": version,
        "bom-ref": f"pkg:swift/{place}@{version}", "purl": f"pkg:swift/{place}@{version}",
        "licenses": [{"license": {"id": licence(folder)}}],
        "externalReferences": [{"type": "vcs", "url": pin["location"], "comment": f"revision {pin['state']['revision']}"}],
    }


def main():
    pins = sorted(json.loads(read(PINS))["pins"], key=lambda pin: pin["identity"])
    if "--check" in sys.argv:
        listed = {(part["name"], part["version"]) for part in json.loads(read(BILL))["components"]}
        built = {(pin["identity"], pin["state"].get("version", pin["state"]["revision"])) for pin in pins}
        for name, version in sorted(listed ^ built):
            print(f"Server/sbom.cdx.json:1: error: {name} {version} is in one of it and Dependencies/Server.resolved only")
        return 1 if listed != built else 0
    bill = {
        "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
        "metadata": {"component": {"type": "application", "name": "cairn-server", "bom-ref": "cairn-server"}},
        "components": [component(pin) for pin in pins],
    }
    with open(BILL, "w", encoding="utf8") as file:
        file.write(json.dumps(bill, indent=2) + "\n")
    print(f"{len(pins)} components")
    return 0


if __name__ == "__main__":
    sys.exit(main())
