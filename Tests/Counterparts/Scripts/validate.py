"""Checks bodies against a JSON schema.

Usage: validate.py SCHEMA_FILE < BODIES
A body a line. Prints a line for each fault, `3: events/0/name: …`; nothing when there is none.
"""

import json
import re
import sys

from jsonschema import FormatChecker
from jsonschema.validators import validator_for

formats = FormatChecker()


# Google's own schema names formats that only its validator knows.
@formats.checks("app_instance_id")
def is_app_instance_id(value):
    return not isinstance(value, str) or bool(re.fullmatch("[0-9A-Fa-f]{32}", value))


@formats.checks("event_name")
@formats.checks("user_property_name")
def is_name(value):
    return not isinstance(value, str) or bool(re.fullmatch("[A-Za-z][A-Za-z0-9_]*", value))


def faults(schema, body):
    validator = validator_for(schema)(schema, format_checker=formats)
    for error in validator.iter_errors(body):
        yield f"{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}"


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf8") as file:
        schema = json.load(file)
    for number, line in enumerate(sys.stdin):
        for fault in faults(schema, json.loads(line)):
            print(f"{number}: {fault}")
