"""Checks bodies for a Snowplow collector: the payload, and each self-describing JSON in it, by its schema.

Usage: validate_snowplow.py FOLDER_OF_SCHEMAS < BODIES
A body a line. Prints a line for each fault, and `unknown IGLU_URI` for a schema that the folder does not have.
"""

import json
import os
import sys

from jsonschema import Draft4Validator, FormatChecker

formats = FormatChecker()


@formats.checks("uuid")
def is_uuid(value):
    return not isinstance(value, str) or len(value) == 36 and set(value) <= set("0123456789abcdef-")


def schema(uri):
    path = os.path.join(sys.argv[1], uri.removeprefix("iglu:"))
    with open(path, encoding="utf8") as file:
        # The schema of the schema is Snowplow's own; what it adds is `self`.
        return {key: value for key, value in json.load(file).items() if key not in ("$schema", "self")}


def faults(described, place):
    try:
        validator = Draft4Validator(schema(described["schema"]), format_checker=formats)
    except FileNotFoundError:
        yield f"unknown {described['schema']}"
        return
    for error in validator.iter_errors(described["data"]):
        yield f"{place}/{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}"


def all_faults(body):
    yield from faults(body, "")
    for number, event in enumerate(body["data"]):
        if "ue_pr" in event:
            described = json.loads(event["ue_pr"])
            yield from faults(described, f"{number}/ue_pr")
            yield from faults(described["data"], f"{number}/ue_pr/data")
        if "co" in event:
            described = json.loads(event["co"])
            yield from faults(described, f"{number}/co")
            for entity in described["data"]:
                yield from faults(entity, f"{number}/co/{entity['schema'].split('/')[1]}")


for line in sys.stdin:
    for fault in all_faults(json.loads(line)):
        print(fault)
