"""Reads requests as an OTLP receiver does, with the protocol's own classes, and prints what it understood.

Usage: decode_otlp.py < BODIES
A body a line. Fails on a field that the protocol does not have. Prints the message as JSON, a line a body.
"""

import sys

from google.protobuf import json_format
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest

for line in sys.stdin:
    message = json_format.Parse(line, ExportLogsServiceRequest(), ignore_unknown_fields=False)
    # By way of the binary form, so that it is the message and not our text.
    message = ExportLogsServiceRequest.FromString(message.SerializeToString())
    print(json_format.MessageToJson(message, indent=None, ensure_ascii=False, sort_keys=True))
