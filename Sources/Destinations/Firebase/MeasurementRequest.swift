import Cairn
import Foundation

/// A request: consecutive events with the same installation, user and user properties.
struct MeasurementRequest {
  /// The maximum size of a body, in bytes.
  static let maximumBytes = 130_000
  /// The maximum size of an item, in bytes, which leaves room for the rest of the body.
  static let mostItemBytes = maximumBytes - 200

  /// The indices of the items in the request.
  let places: [Int]
  let body: [UInt8]

  func request(to address: URL) -> HTTPRequest {
    HTTPRequest(
      url: address,
      headers: [("Content-Type", "application/json"), ("User-Agent", HTTPExchange.userAgent)],
      body: body)
  }

  /// Returns the requests for the items.
  ///
  /// They are the same for the same items, so that they can be counted.
  static func requests(
    _ items: [MappedBatch.Item], _ envelope: MeasurementEnvelope
  ) -> [MeasurementRequest] {
    var requests: [MeasurementRequest] = []
    var group = Group()
    for (place, item) in items.enumerated() {
      guard case .object(let members)? = Value(json: item.json), let event = members["event"] else {
        continue
      }
      if !group.takes(members, item.json.count) { requests += group.finish(envelope) }
      group.add(members, event, place, item.json.count)
    }
    return requests + group.finish(envelope)
  }

  private struct Group {
    var members: [String: Value] = [:]
    /// The shared members as JSON bytes.
    ///
    /// Bytes are compared because Swift treats some different user IDs as equal strings.
    var envelope: [UInt8] = []
    var events: [Value] = []
    var places: [Int] = []
    var bytes = 0

    func takes(_ next: [String: Value], _ count: Int) -> Bool {
      guard !events.isEmpty, bytes + count <= MeasurementRequest.mostItemBytes else { return false }
      return Value.object(Self.rest(next)).json == envelope
    }

    mutating func add(_ next: [String: Value], _ event: Value, _ place: Int, _ count: Int) {
      if events.isEmpty {
        members = Self.rest(next)
        envelope = Value.object(members).json
      }
      events.append(event)
      places.append(place)
      bytes += count
    }

    mutating func finish(_ envelope: MeasurementEnvelope) -> [MeasurementRequest] {
      defer { self = Group() }
      guard !events.isEmpty else { return [] }
      return [MeasurementRequest(places: places, body: envelope.body(members, events))]
    }

    private static func rest(_ members: [String: Value]) -> [String: Value] {
      var members = members
      members["event"] = nil
      return members
    }
  }
}

/// The age limit of the protocol, which accepts no event older than 72 hours.
enum MeasurementAge {
  static let most: Int64 = 72 * 3_600_000

  /// Returns the refusals of items that have become too old since they were sealed, by index.
  static func refused(
    _ batch: Batch, _ sealed: MappedBatch, in requests: ArraySlice<MeasurementRequest>
  ) -> [Int: DeliveryRejection] {
    let old = requests.flatMap(\.places).filter { number in
      let place = sealed.items[number].place
      return batch.events.indices.contains(place)
        && batch.milliseconds - batch.events[place].milliseconds > most
    }
    return Dictionary(
      uniqueKeysWithValues: old.map { ($0, "older than the 72 hours that the protocol accepts") })
  }
}
