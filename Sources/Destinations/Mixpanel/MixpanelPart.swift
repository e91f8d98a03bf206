import Cairn

/// Records of a batch that go to one interface in one request.
struct MixpanelPart {
  /// An interface, by the member of an item that has what it is sent.
  enum Route: String, CaseIterable {
    case events = "event"
    case users = "user"
    case groups = "group"

    /// The most records in a request.
    var most: Int { self == .groups ? 200 : 2_000 }
  }

  let route: Route
  let records: [[String: Value]]
  /// Of each record, the number of its item.
  let numbers: [Int]

  /// In the order in which they are sent, of the records that `fitted` leaves of an item.
  static func parts(
    _ sealed: SealedItems, _ fitted: ([String: Value]) -> [String: Value]
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
