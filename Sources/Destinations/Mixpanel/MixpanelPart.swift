import Cairn

/// Records of a batch that are sent to one API in one request.
struct MixpanelPart {
  /// An API, named by the member of an item that holds its record.
  enum Route: String, CaseIterable {
    case events = "event"
    case users = "user"
    case groups = "group"

    /// The maximum number of records in a request.
    var most: Int { self == .groups ? 200 : 2_000 }
  }

  let route: Route
  let records: [[String: Value]]
  /// The index of the item for each record.
  let numbers: [Int]

  /// Returns the parts in the order in which they are sent.
  ///
  /// - Parameters:
  ///   - sealed: The items.
  ///   - fitted: Returns the records of an item that can be sent.
  /// - Returns: The parts, in the order in which they are sent.
  static func parts(
    _ sealed: MappedBatch, _ fitted: ([String: Value]) -> [String: Value]
  ) -> [MixpanelPart] {
    let items = sealed.items.map { fitted(Value(json: $0.json)?.objectValue ?? [:]) }
    return Route.allCases.flatMap { route in
      let numbers = items.indices.filter { items[$0][route.rawValue] != nil }
      return stride(from: 0, to: numbers.count, by: route.most).map { start in
        let some = Array(numbers[start..<min(start + route.most, numbers.count)])
        return MixpanelPart(
          route: route, records: some.map { items[$0][route.rawValue]?.objectValue ?? [:] },
          numbers: some)
      }
    }
  }
}
