import Cairn
import CairnTesting
import Foundation

/// An event as a destination receives it, merged with the context of its batch.
struct SeenEvent: Equatable, Sendable {
  var id: String
  var name: String
  var timestamp: String
  var properties: [String: Value]
  var context: [String: Value]

  /// A destination that encodes a batch as lines and decodes it.
  struct Lines: Destination {
    let name = "server"

    func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
      var lines: [UInt8] = []
      for event in events {
        lines += Array(#"{"context":"#.utf8) + context + Array(#","event":"#.utf8)
        lines += event.json + Array("}\n".utf8)
      }
      return lines
    }

    func deliver(_ batch: Batch) async -> Outcome { .accepted }
  }

  /// Returns the events of a server's batches, each batch once.
  static func all(of server: RecordingDestination) -> [SeenEvent] {
    var keys: Set<UUID> = []
    return server.batches.filter { keys.insert($0.key).inserted }.flatMap {
      $0.body.split(separator: UInt8(ascii: "\n"))
    }.map(SeenEvent.init)
  }

  init(line: some Sequence<UInt8>) {
    let line = Self.values(Array(line))
    let event = line["event"]?.members ?? [:]
    id = event["messageId"]?.text ?? ""
    name = event["event"]?.text ?? event["name"]?.text ?? ""
    timestamp = event["timestamp"]?.text ?? ""
    properties = event["properties"]?.members ?? [:]
    let own = event["context"]?.members ?? [:]
    context = own.merging(line["context"]?.members ?? [:]) { own, _ in own }
  }

  private static func values(_ json: [UInt8]) -> [String: Value] {
    SuperPropertyValues(json: json)?.values ?? [:]
  }

  var session: String? { context["session"]?.members["id"]?.text }
  var campaign: [String: Value]? { context["campaign"]?.members }
}

extension Value {
  var members: [String: Value] { if case .object(let members) = self { members } else { [:] } }
  var text: String? { if case .string(let text) = self { text } else { nil } }
}
