// The compiler chooses these overloads for a value that is no `PropertyValue`; its own message
// would be about the label of another overload.
extension Analytics {
  /// Explains that a value of the properties is no `PropertyValue`.
  @available(
    *, unavailable,
    message:
      "a value is no PropertyValue: enum Plan: String, PropertyValue; Value([…]) for lists and objects; the label properties: for [String: Any]"
  )
  @_disfavoredOverload
  @discardableResult
  public func track(_ name: String, _ properties: [String: Any?]) -> EventID? { nil }

  /// Explains that a value of the properties is no `PropertyValue`.
  @available(
    *, unavailable,
    message:
      "a value is no PropertyValue: enum Plan: String, PropertyValue; Value([…]) for lists and objects; the label properties: for [String: Any]"
  )
  @_disfavoredOverload
  @discardableResult
  public func screen(_ name: String, _ properties: [String: Any?]) -> EventID? { nil }

  /// Explains that a value of the properties is no `PropertyValue`.
  @available(
    *, unavailable,
    message:
      "a value is no PropertyValue: enum Plan: String, PropertyValue; Value([…]) for lists and objects; the label properties: for [String: Any]"
  )
  @_disfavoredOverload
  @discardableResult
  public func endEvent(_ name: String, _ properties: [String: Any?]) -> EventID? { nil }
}

extension SuperProperties {
  /// Explains that a value of the properties is no `PropertyValue`.
  @available(
    *, unavailable,
    message:
      "a value is no PropertyValue: enum Plan: String, PropertyValue; Value([…]) for lists and objects; the label properties: for [String: Any]"
  )
  @_disfavoredOverload
  public func register(_ properties: [String: Any?]) {}
}
