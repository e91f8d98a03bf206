/// Properties and traits from variables of different types. Literals alone need none of this: they
/// are values already, and the compiler prefers the methods that take `[String: Value]`.
extension Analytics {
  /// Records an event with properties from variables of any type that is a `PropertyValue`.
  ///
  /// ```swift
  /// analytics.track("Product Viewed", ["sku": sku, "price": price, "coupon": coupon, "count": 2])
  /// ```
  ///
  /// Returns the event's identifier, as `track` with values does.
  @_disfavoredOverload
  @discardableResult
  public func track(_ name: String, _ properties: [String: (any PropertyValue)?]) -> EventID? {
    track(name, Value.members(properties))
  }

  /// Records that the user saw a screen, with properties from variables.
  ///
  /// Returns the event's identifier, as `track` does.
  @_disfavoredOverload
  @discardableResult
  public func screen(_ name: String, _ properties: [String: (any PropertyValue)?]) -> EventID? {
    screen(name, Value.members(properties))
  }

  /// Records the end of a timed event, with properties from variables.
  ///
  /// Returns the event's identifier, as `track` does.
  @_disfavoredOverload
  @discardableResult
  public func endEvent(_ name: String, _ properties: [String: (any PropertyValue)?]) -> EventID? {
    endEvent(name, Value.members(properties))
  }

  /// Sets the user, with traits from variables, as `identify` with values does.
  @_disfavoredOverload
  @discardableResult
  public func identify(
    _ userID: String, traits: [String: (any PropertyValue)?]
  ) -> EventID? {
    identify(userID, traits: Value.members(traits))
  }

  /// Records traits from variables of the current user, as `identify(traits:)` with values does.
  @_disfavoredOverload
  @discardableResult
  public func identify(traits: [String: (any PropertyValue)?]) -> EventID? {
    identify(traits: Value.members(traits))
  }

  /// Records that the user belongs to a group, with traits of the group from variables.
  ///
  /// Returns the event's identifier, as `track` does.
  @_disfavoredOverload
  @discardableResult
  public func group(
    _ groupID: String, type: String? = nil, traits: [String: (any PropertyValue)?]
  ) -> EventID? {
    group(groupID, type: type, traits: Value.members(traits))
  }

  /// Records an event with properties from variables, and returns when it survives a loss of power.
  ///
  /// Returns and throws as `record` with values does.
  @_disfavoredOverload
  @discardableResult
  public func record(
    _ name: String, _ properties: [String: (any PropertyValue)?]
  ) async throws -> Receipt {
    try await record(name, Value.members(properties))
  }
}

extension SuperProperties {
  /// Adds properties from variables, and replaces those with the same names.
  @_disfavoredOverload
  public func register(_ properties: [String: (any PropertyValue)?]) {
    register(Value.members(properties))
  }
}
