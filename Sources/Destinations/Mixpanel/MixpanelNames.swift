import Cairn

/// Maps names and properties to those of Mixpanel's built-in reports.
struct MixpanelNames {
  let name: String
  private(set) var properties: [String: Value]

  /// Mixpanel's names for the end of a session, the first launch, and the first launch of a new
  /// version.
  private static let own = [
    "Session Ended": "$ae_session", "Application Installed": "$ae_first_open",
    "Application Updated": "$ae_updated",
  ]
  /// Properties that the context already provides.
  private static let sessionProperties = ["session_id", "session_number"]

  /// Translates the names, or only those of a screen.
  init(_ event: DecodedEvent, translates: Bool) {
    properties = event.properties
    if event.kind == .screen {
      name = "Screen Viewed"
      properties["screen_name"] = .string(event.name)
      return
    }
    name = translates ? Self.own[event.name] ?? event.name : event.name
    guard translates else { return }
    switch event.name {
    case "Session Started", "Session Ended":
      for name in Self.sessionProperties { properties[name] = nil }
      properties["$ae_session_length"] = properties.removeValue(forKey: "duration")
    case "Application Updated": properties["$ae_updated_version"] = properties["version"]
    default: break
    }
  }
}
