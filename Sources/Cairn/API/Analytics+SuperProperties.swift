extension Analytics {
  /// The super properties: they are added to every `track` and `screen` event, and kept across
  /// launches.
  public var superProperties: SuperProperties { SuperProperties(recorder: engine?.recorder) }
}

/// Properties that are added to every `track` and `screen` event, besides the event's own.
///
/// ```swift
/// analytics.superProperties.register(["plan": "pro", "theme": "dark"])
/// analytics.track("Report Opened", ["theme": "light"])   // plan: pro, theme: light
/// ```
///
/// An event's own property takes precedence over a super property of the same name. Super
/// properties are kept in a file: a change survives a crash or a kill of the process as soon as its
/// call has returned. `Analytics.reset()` removes them all, since they describe the user. The
/// methods can be called from any thread. Events recorded after a change has returned have the
/// changed properties. The methods never throw: properties that cannot be stored apply to this
/// launch, and this is logged once.
///
/// Their JSON is encoded once, when they are registered. Its limit is half of
/// `Configuration.maximumEventBytes`, or 65 490 bytes if that is less. A change that exceeds the
/// limit is refused as a whole, with a line in the log. The groups of the user count towards it.
/// The names `cairn.groups` and `cairn.redacted` are the file's own, and ignored.
public struct SuperProperties: Sendable {
  let recorder: Recorder?

  /// Adds properties, and replaces those with the same names.
  public func register(_ properties: [String: Value]) {
    recorder?.register(properties)
  }

  /// Removes a property; does nothing when there is none with that name.
  public func unregister(_ name: String) {
    recorder?.changeSuperProperties(.remove(name))
  }

  /// Removes all super properties.
  public func removeAll() { recorder?.changeSuperProperties(.removeAll) }

  /// The super properties registered now.
  ///
  /// They are decoded from their JSON: dates are strings, and values that JSON cannot represent are
  /// null.
  public var current: [String: Value] {
    recorder?.follow()
    return recorder?.superProperties?.current.values ?? [:]
  }
}
