import Cairn

/// Maps the app, the device, the system and the session to PostHog's property names.
struct PostHogContext {
  private(set) var properties: [String: Value] = [:]

  init(_ event: DecodedEvent, _ version: PostHogDestination.Version) {
    for (name, (object, member)) in Self.members {
      properties[name] = event.context(object, member)
    }
    properties["environment"] = event.context["environment"]
    properties["$locale"] = event.context["locale"]
    properties["$timezone"] = event.context["timezone"]
    properties["$device_id"] = .string(event.anonymousID)
    guard version == .v0 else { return }
    properties["$session_id"] = Self.session(event)
    properties["$lib"] = event.context("library", "name")
    properties["$lib_version"] = event.context("library", "version")
  }

  /// Returns the identifier of the session; for an event that another SDK has recorded, that SDK's
  /// if it is a UUID, as PostHog requires.
  static func session(_ event: DecodedEvent) -> Value? {
    if let own = event.context("session", "id") { return own }
    guard let id = event.context["sessionId"], EventID(id.stringValue ?? "") != nil else {
      return nil
    }
    return id
  }

  private static let members = [
    "$app_name": ("app", "name"), "$app_version": ("app", "version"),
    "$app_build": ("app", "build"), "$app_namespace": ("app", "namespace"),
    "$device_manufacturer": ("device", "manufacturer"), "$device_model": ("device", "model"),
    "$device_type": ("device", "type"), "$os": ("os", "name"), "$os_version": ("os", "version"),
    "$screen_width": ("screen", "width"), "$screen_height": ("screen", "height"),
    "$network_wifi": ("network", "wifi"), "$network_cellular": ("network", "cellular"),
  ]
}
