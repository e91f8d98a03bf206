public import Cairn

/// Expectations with properties and traits from variables, as `Analytics.track` takes them.
extension ExpectedEvent {
  /// Returns the expectation of a call to `Analytics.track` or `record`, with properties from
  /// variables.
  @_disfavoredOverload
  public static func track(
    _ name: String, _ properties: [String: (any PropertyValue)?],
    matching: PropertyMatching = .subset
  ) -> ExpectedEvent {
    track(name, Value.members(properties), matching: matching)
  }

  /// Returns the expectation of a call to `Analytics.screen`, with properties from variables.
  @_disfavoredOverload
  public static func screen(
    _ name: String, _ properties: [String: (any PropertyValue)?],
    matching: PropertyMatching = .subset
  ) -> ExpectedEvent {
    screen(name, Value.members(properties), matching: matching)
  }

  /// Returns the expectation of a call to `Analytics.identify`, with traits from variables.
  @_disfavoredOverload
  public static func identify(
    _ userID: String, traits: [String: (any PropertyValue)?], matching: PropertyMatching = .subset
  ) -> ExpectedEvent {
    identify(userID, traits: Value.members(traits), matching: matching)
  }

  /// Returns the expectation of a call to `Analytics.group`, with traits from variables.
  @_disfavoredOverload
  public static func group(
    _ groupID: String, traits: [String: (any PropertyValue)?], matching: PropertyMatching = .subset
  ) -> ExpectedEvent {
    group(groupID, traits: Value.members(traits), matching: matching)
  }
}
