import Cairn

/// Maps names and properties to those of Amplitude's built-in charts.
struct AmplitudeNames {
  let name: String
  private(set) var properties: [String: Value]

  private static let prefix = "[Amplitude] "
  private static let sessions = [
    "Session Started": "session_start", "Session Ended": "session_end",
  ]
  /// Lifecycle events, with Amplitude's names of their properties.
  private static let lifecycle: [String: [String: String]] = [
    "Application Installed": versions, "Application Updated": versions,
    "Application Opened": versions.merging(["from_background": "From Background"]) { $1 },
    "Application Backgrounded": [:],
    "Deep Link Opened": ["url": "Link URL", "referrer": "Link Referrer"],
  ]
  private static let versions = [
    "version": "Version", "build": "Build", "previous_version": "Previous Version",
    "previous_build": "Previous Build",
  ]

  /// Translates the names, or only those of a screen.
  init(_ event: DecodedEvent, translates: Bool) {
    properties = event.properties
    if event.kind == .screen {
      name = Self.prefix + "Screen Viewed"
      properties[Self.prefix + "Screen Name"] = .string(event.name)
    } else if !translates {
      name = event.name
    } else if let session = Self.sessions[event.name] {
      name = session
    } else if let translations = Self.lifecycle[event.name] {
      name = Self.prefix + event.name
      for (ours, theirs) in translations {
        properties[ours].map { properties[Self.prefix + theirs] = $0 }
        properties[ours] = nil
      }
    } else {
      name = event.name
    }
  }
}
