extension Analytics {
  /// Properties that every event of `track` and `screen` gets from now on, across launches.
  public var superProperties: SuperProperties { SuperProperties(recorder: engine?.recorder) }
}

/// What every event of `track` and `screen` says besides its own properties.
///
/// ```swift
/// analytics.superProperties.register(["plan": "pro", "theme": "dark"])
/// analytics.track("Report Opened", ["theme": "light"])   // plan: pro, theme: light
/// ```
///
/// Of two properties of one name the event's own wins. They are kept in a file: a change survives a crash or a kill of the
/// process as soon as its call has returned, and `Analytics.reset()` removes them all, since they are about the user. May
/// be called from any thread; events that are recorded after a change has returned have it. They never throw: what
/// cannot be stored holds for this run and is said once in the log.
///
/// Their JSON is made once, when they are registered, and may have half of `Configuration.maximumEventBytes`, or 65 490
/// bytes if that is less: a change beyond is refused as a whole, with a line in the log.
public struct SuperProperties: Sendable {
  let recorder: Recorder?

  /// Adds properties, and replaces those of the same names.
  public func register(_ properties: [String: Value]) {
    recorder?.register(properties)
  }

  /// Removes a property; without one of that name nothing happens.
  public func unregister(_ name: String) {
    recorder?.changeSuperProperties { $0.remove(name) }
  }

  /// Removes all of them.
  public func removeAll() { recorder?.changeSuperProperties { $0 = RegisteredProperties() } }

  /// What is registered now.
  ///
  /// Read back from its JSON: a date is text, and what JSON cannot hold is null.
  public var current: [String: Value] { recorder?.superProperties?.current.values ?? [:] }
}
