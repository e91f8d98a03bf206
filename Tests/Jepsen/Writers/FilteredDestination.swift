import Cairn
import Foundation

/// Sends a part of the events over real HTTP.
struct FilteredDestination: Destination {
  private let server: HTTPDestination
  private let filters: Bool

  init(_ place: Plan.Place) throws {
    guard let address = URL(string: "http://127.0.0.1:\(place.port)/v1/batch") else {
      throw Options.Failure(text: "port \(place.port)?")
    }
    server = HTTPDestination(
      endpoint: address, writeKey: "jepsen", name: place.name,
      limits: BatchLimits(events: place.events), transport: URLSessionTransport(timeout: 2))
    filters = place.filters
  }

  var name: String { server.name }
  var limits: BatchLimits { server.limits }
  var host: String? { server.host }

  func accepts(_ event: StoredEvent) -> Bool { !filters || Self.wants(event.id) }

  /// Returns true for two events of three.
  static func wants(_ id: EventID) -> Bool { id.low % 3 != 0 }

  func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    server.seal(events, context: context)
  }

  func deliver(_ batch: Batch) async -> Outcome { await server.deliver(batch) }
}
