/// Properties and traits of any types, for calls that were written for another SDK.
///
/// A property whose value JSON cannot represent, such as an image, is left out and named in the log
/// (`event.property`, once for each event name and property); it is counted in
/// `Ledger.omittedProperties`, and the rest of the event is recorded. Prefer `PropertyValue`: there
/// the compiler finds such a value.
///
/// The parameters are `[String: Any?]`, so that the compiler chooses the overload of
/// `PropertyValue` for a literal with an optional variable; a `[String: Any]` is accepted as well.
extension Analytics {
  /// Records an event with properties of any types.
  ///
  /// Values are converted as `PropertyValue` and `Encodable` say; Objective-C's strings, numbers,
  /// dates, arrays and dictionaries as their Swift counterparts, `NSNull` as `null`. Returns the
  /// event's identifier, as `track` with values does.
  @_disfavoredOverload
  @discardableResult
  public func track(_ name: String, properties: [String: Any?]) -> EventID? {
    track(name, values(properties, of: name))
  }

  /// Records that the user saw a screen, with properties of any types, as `track` converts them.
  ///
  /// Returns the event's identifier, as `track` does.
  @_disfavoredOverload
  @discardableResult
  public func screen(_ name: String, properties: [String: Any?]) -> EventID? {
    screen(name, values(properties, of: name))
  }

  /// Sets the user, with traits of any types, which are converted as `track` converts properties.
  ///
  /// Returns the event's identifier, as `track` does.
  @_disfavoredOverload
  @discardableResult
  public func identify(_ userID: String, traits: [String: Any?]) -> EventID? {
    identify(userID, traits: values(traits, of: EventKind.identify.name))
  }

  /// Records traits of any types of the current user, as `track` converts properties.
  ///
  /// Returns the event's identifier, as `track` does.
  @_disfavoredOverload
  @discardableResult
  public func identify(traits: [String: Any?]) -> EventID? {
    identify(traits: values(traits, of: EventKind.identify.name))
  }

  /// Records that the user belongs to a group, with traits of any types, as `track` converts
  /// properties.
  ///
  /// Returns the event's identifier, as `track` does.
  @_disfavoredOverload
  @discardableResult
  public func group(
    _ groupID: String, type: String? = nil, traits: [String: Any?]
  ) -> EventID? {
    group(groupID, type: type, traits: values(traits, of: EventKind.group.name))
  }

  /// Records an event with the property `duration`, the time in seconds since `startEvent`, and
  /// other properties of any types, as `track` converts them.
  ///
  /// Returns the event's identifier, as `endEvent` with values does.
  @_disfavoredOverload
  @discardableResult
  public func endEvent(_ name: String, properties: [String: Any?]) -> EventID? {
    endEvent(name, values(properties, of: name))
  }

  /// Records an event with properties of any types, as `track` converts them, and returns when it
  /// survives a loss of power.
  ///
  /// Returns and throws as `record` with values does.
  @_disfavoredOverload
  @discardableResult
  public func record(_ name: String, properties: [String: Any?]) async throws -> Receipt {
    try await record(name, values(properties, of: name))
  }

  private func values(_ properties: [String: Any?], of name: String) -> [String: Value] {
    let (values, omitted) = UntypedProperties.values(properties)
    if !omitted.isEmpty { whenOpen { $0.omit(omitted, of: name) } }
    return values
  }
}

extension SuperProperties {
  /// Adds properties of any types, as `Analytics.track` converts them, and replaces those with the
  /// same names.
  @_disfavoredOverload
  public func register(properties: [String: Any?]) {
    let (values, omitted) = UntypedProperties.values(properties)
    if !omitted.isEmpty { recorder?.omit(omitted, of: "register") }
    register(values)
  }
}

extension UntypedProperties {
  /// Returns the properties that can be values, and those that cannot.
  fileprivate static func values(
    _ properties: [String: Any?]
  ) -> (values: [String: Value], omitted: [Omitted]) {
    var untyped = UntypedProperties()
    let values = untyped.values(properties.mapValues { $0 as Any })
    return (values, untyped.omitted)
  }
}
