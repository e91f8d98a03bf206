import Cairn

/// Maps events to CloudEvents.
struct CloudEventsMapping: Sendable {
  let source: String
  let types: String
  let maximumBytes: Int

  func value(of event: DecodedEvent) throws(DeliveryRejection) -> Value {
    var members = Self.extensions(of: event)
    members["specversion"] = "1.0"
    members["id"] = .string(event.messageID)
    members["source"] = .string(source)
    members["type"] = .string(try type(of: event))
    members["subject"] = .string(
      event.userID.map { "user/\($0)" } ?? "anonymous/\(event.anonymousID)")
    members["time"] = .date(event.date)
    members["datacontenttype"] = "application/json"
    members["data"] = .object(event.properties)
    let value = Value.object(members)
    guard value.json.count <= maximumBytes else { throw "longer than \(maximumBytes) bytes" }
    return value
  }

  private func type(of event: DecodedEvent) throws(DeliveryRejection) -> String {
    switch event.kind {
    case .track, .interaction:
      let words = Self.words(event.name)
      guard !words.isEmpty else { throw "no type can be made of the event's name" }
      return "\(types).\(words)"
    case .screen: return "\(types).screen.viewed"
    case .identify: return "\(types).user.identified"
    case .group: return "\(types).group.joined"
    case .alias: return "\(types).user.aliased"
    }
  }

  /// Returns the words of a name: `Order Completed` becomes `order.completed`.
  private static func words(_ name: String) -> String {
    name.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: ".")
  }

  /// Returns the extension attributes.
  ///
  /// As the specification requires, their names consist of lowercase letters and digits, and their
  /// values are not objects.
  private static func extensions(of event: DecodedEvent) -> [String: Value] {
    var members: [String: Value] = ["anonymousid": .string(event.anonymousID)]
    switch event.kind {
    case .track, .interaction: members["eventname"] = .string(event.name)
    case .screen: members["screenname"] = .string(event.name)
    case .group: members["groupid"] = .string(event.name)
    case .alias: members["previousid"] = .string(event.previousID ?? event.anonymousID)
    case .identify: break
    }
    for (name, path) in places {
      guard let value = path.value(in: event.context) else { continue }
      members[name] = value
    }
    return members.filter { !$0.value.isEmptyText }
  }

  private static let places: [(name: String, path: ContextPath)] = [
    ("appversion", ContextPath("app", "version")), ("appbuild", ContextPath("app", "build")),
    ("devicemodel", ContextPath("device", "model")), ("devicetype", ContextPath("device", "type")),
    ("osname", ContextPath("os", "name")), ("osversion", ContextPath("os", "version")),
    ("environment", ContextPath("environment")), ("locale", ContextPath("locale")),
    ("timezone", ContextPath("timezone")),
    ("sessionid", ContextPath("session", "id")),
    ("sessionnumber", ContextPath("session", "number")),
    ("campaignname", ContextPath("campaign", "name")),
    ("campaignsource", ContextPath("campaign", "source")),
    ("campaignmedium", ContextPath("campaign", "medium")),
  ]
}
