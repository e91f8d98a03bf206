/// Properties and traits from any `Encodable` type.
///
/// Encoding costs several times as much as a dictionary. A value that throws while it is encoded,
/// or that does not encode to named values, is refused and counted as
/// `RecordingFailure.notEncodable`.
extension Analytics {
  /// Records an event with any `Encodable` as its properties.
  ///
  /// Returns the event's identifier, as `track` with a dictionary does.
  @discardableResult
  public func track(_ name: String, properties: some Encodable) -> EventID? {
    encoded(properties, of: name).flatMap { track(name, $0) }
  }

  /// Records that the user saw a screen, with any `Encodable` as its properties.
  ///
  /// Returns the event's identifier, as `track` does.
  @discardableResult
  public func screen(_ name: String, properties: some Encodable) -> EventID? {
    encoded(properties, of: name).flatMap { screen(name, $0) }
  }

  /// Sets the user, with any `Encodable` as the traits; if it is refused, the user is unchanged.
  ///
  /// Returns the event's identifier, as `track` does.
  @_disfavoredOverload
  @discardableResult
  public func identify(_ userID: String, traits: some Encodable) -> EventID? {
    encoded(traits, of: EventKind.identify.name).flatMap { identify(userID, traits: $0) }
  }

  /// Records any `Encodable` as traits of the current user.
  ///
  /// Returns the event's identifier, as `track` does.
  @_disfavoredOverload
  @discardableResult
  public func identify(traits: some Encodable) -> EventID? {
    encoded(traits, of: EventKind.identify.name).flatMap { identify(traits: $0) }
  }

  /// Records that the user belongs to a group, with any `Encodable` as the group's traits.
  ///
  /// Returns the event's identifier, as `track` does.
  @_disfavoredOverload
  @discardableResult
  public func group(
    _ groupID: String, type: String? = nil, traits: some Encodable
  ) -> EventID? {
    encoded(traits, of: EventKind.group.name).flatMap { group(groupID, type: type, traits: $0) }
  }

  /// Records an event with any `Encodable` as its properties, and returns when it survives a loss
  /// of power.
  ///
  /// Returns and throws as `record` with a dictionary does; `AnalyticsError.refused` also when the
  /// properties cannot be encoded.
  @discardableResult
  public func record(_ name: String, properties: some Encodable) async throws -> Receipt {
    guard let properties = encoded(properties, of: name) else {
      throw AnalyticsError(.refused, .refused(.notEncodable))
    }
    return try await record(name, properties)
  }

  /// Records an event with the property `duration`, the time in seconds since `startEvent`, and any
  /// `Encodable` as its other properties.
  ///
  /// Returns the event's identifier, as `endEvent` with a dictionary does. If the properties cannot
  /// be encoded, the event is ended as well.
  @discardableResult
  public func endEvent(_ name: String, properties: some Encodable) -> EventID? {
    guard let properties = encoded(properties, of: name) else {
      cancelEvent(name)
      return nil
    }
    return endEvent(name, properties)
  }

  /// Returns the named values of an `Encodable`; nil when it has none, which is counted and logged.
  func encoded(_ properties: some Encodable, of name: String) -> [String: Value]? {
    do {
      return try ValueEncoder.properties(properties)
    } catch {
      engine?.recorder.refuse(.notEncodable, name, detail: ValueEncoder.reason(error))
      return nil
    }
  }
}

extension SuperProperties {
  /// Adds the values of any `Encodable`, and replaces those with the same names.
  ///
  /// If they cannot be encoded, nothing is registered.
  public func register(properties: some Encodable) {
    do {
      register(try ValueEncoder.properties(properties))
    } catch {
      recorder?.refuse(.notEncodable, "register", detail: ValueEncoder.reason(error))
    }
  }
}

extension TypedEvent where Self: Encodable {
  /// The named values that the event encodes.
  ///
  /// Empty when encoding throws; `Analytics.track` then refuses the event and counts it.
  public var properties: [String: Value] { (try? ValueEncoder.properties(self)) ?? [:] }
}

extension Analytics {
  /// Returns the properties of an event; nil when it cannot be encoded, which is counted and
  /// logged.
  func properties<Event: TypedEvent>(of event: Event) -> [String: Value]? {
    let properties = event.properties
    guard properties.isEmpty, let encodable = event as? any Encodable else { return properties }
    return encoded(encodable, of: Event.name).map { _ in properties }
  }
}
