/// The six calls of Segment's protocol.
enum EventKind: String, Sendable {
  case track, identify, screen, page, group, alias

  /// The member that an event of this kind requires.
  var requiredKey: String? {
    switch self {
    case .track: "event"
    case .group: "groupId"
    case .alias: "previousId"
    case .identify, .screen, .page: nil
    }
  }

  /// The member that holds the event's name.
  var nameKey: String? {
    switch self {
    case .track: "event"
    case .screen, .page: "name"
    case .identify, .group, .alias: nil
    }
  }
}
