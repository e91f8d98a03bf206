import Foundation

/// The events that the shop's app tracked, compared with those that the collector has.
@available(macOS 14, *)
struct TryProof: Equatable {
  /// The property with the number of an event.
  static let key = "number"

  var tracked = 0
  /// Tracked events that the collector does not have.
  var lost = 0
  /// Events that the collector has more than once.
  var doubled = 0

  var isGood: Bool { lost == 0 && doubled == 0 }

  /// Compares; `tracked` are the numbers of events for which `track` returned.
  init(tracked: Set<Int>, stored: [Int]) {
    let found = Set(stored)
    self.tracked = tracked.count
    lost = tracked.subtracting(found).count
    doubled = stored.count - found.count
  }

  /// Returns the numbers of all events of the project that have one, page by page.
  static func stored(_ collector: TryCollector) async throws -> [Int] {
    var numbers: [Int] = []
    var after = ""
    while true {
      let path = "/v1/events?limit=1000\(after)"
      let page = try JSONDecoder().decode(Page.self, from: try await collector.get(path))
      numbers += page.events.compactMap { $0.event.properties?.number }
      guard let next = page.next else { return numbers }
      after = "&after=\(next)"
    }
  }

  private struct Page: Decodable {
    struct Stored: Decodable { var event: Event }
    struct Event: Decodable { var properties: Properties? }
    struct Properties: Decodable { var number: Int? }

    var events: [Stored]
    var next: Int64?
  }
}
