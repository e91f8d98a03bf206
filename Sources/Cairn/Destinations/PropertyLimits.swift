/// The limits of a service for the properties of an event.
///
/// Properties beyond the limits are shortened or omitted, and counted. The result is deterministic:
/// if there are too many members, those whose names sort first are kept.
public struct PropertyLimits: Hashable, Sendable {
  /// The maximum number of members of an object, and of properties.
  public var members: Int
  /// The longest name, in Unicode scalars.
  public var nameLength: Int
  /// The longest text, in Unicode scalars.
  public var textLength: Int
  /// The most elements of a list.
  public var elements: Int
  /// The maximum nesting depth of lists and objects in a property: 0 allows none, and 1 allows
  /// those that contain no others.
  public var depth: Int

  /// Creates limits; omitted values are not limited.
  public init(
    members: Int = .max, nameLength: Int = .max, textLength: Int = .max, elements: Int = .max,
    depth: Int = .max
  ) {
    self.members = max(0, members)
    self.nameLength = max(1, nameLength)
    self.textLength = max(0, textLength)
    self.elements = max(0, elements)
    self.depth = max(0, depth)
  }

  /// Returns the properties within the limits; properties that fit are unchanged.
  ///
  /// - Parameters:
  ///   - properties: The properties.
  ///   - count: Called for each change with a description that contains no property value; for
  ///     example `DestinationContextHolder.count`.
  /// - Returns: The properties within the limits.
  public func fit(
    _ properties: [String: Value], count: (String) -> Void
  ) -> [String: Value] {
    var fitted: [String: Value] = [:]
    for (name, value) in properties.sortedByKey() {
      guard fitted.count < members else {
        count("properties beyond \(members) left out")
        break
      }
      let short = Self.cut(name, to: nameLength)
      if short != name { count("property name cut to \(nameLength) characters") }
      guard fitted[short] == nil else {
        count("property left out because its cut name is already used")
        continue
      }
      guard let value = fit(value, within: depth, count) else { continue }
      fitted[short] = value
    }
    return fitted
  }

  /// Returns the value within the limits; nil when it is nested too deeply.
  private func fit(_ value: Value, within depth: Int, _ count: (String) -> Void) -> Value? {
    switch value {
    case .string(let text):
      let short = Self.cut(text, to: textLength)
      if short != text { count("text cut to \(textLength) characters") }
      return .string(short)
    case .array, .object:
      guard depth > 0 else {
        count("list or object nested too deeply left out")
        return nil
      }
      return fitContainer(value, within: depth - 1, count)
    default: return value
    }
  }

  private func fitContainer(_ value: Value, within depth: Int, _ count: (String) -> Void) -> Value {
    guard case .array(let list) = value else {
      var inner = self
      inner.depth = depth
      return .object(inner.fit(value.objectValue ?? [:], count: count))
    }
    if list.count > elements { count("list cut to \(elements) elements") }
    return .array(list.prefix(elements).compactMap { fit($0, within: depth, count) })
  }

  /// Returns the beginning of a text: at most `length` Unicode scalars, cut between characters.
  public static func cut(_ text: String, to length: Int) -> String {
    // A scalar has at least one byte.
    guard text.utf8.count > length, text.unicodeScalars.count > length else { return text }
    var end = text.unicodeScalars.index(text.startIndex, offsetBy: max(0, length))
    while end.samePosition(in: text) == nil { end = text.unicodeScalars.index(before: end) }
    return String(text[..<end])
  }
}
