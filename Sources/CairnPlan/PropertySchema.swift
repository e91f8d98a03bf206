public import Cairn

/// The constraints on a value, in a subset of JSON Schema (draft 2020-12).
///
/// The supported keywords are `type`, `enum`, `const`; `properties`, `required`,
/// `additionalProperties` as true or false; `items`, `minItems`, `maxItems`; `minimum`, `maximum`,
/// `exclusiveMinimum`, `exclusiveMaximum`; `minLength`, `maxLength`, `pattern`; and the annotations
/// `title`, `description`, `examples`, `default`, `deprecated`, `$comment`. They have the meaning
/// that JSON Schema defines. An unsupported keyword is a problem of the plan, because it would
/// silently not be enforced. A required name that is not among the properties is also a problem,
/// and so is a schema that no value can satisfy.
///
/// A pattern is a regular expression of Foundation's `NSRegularExpression` and matches Unicode
/// scalars. Matching is limited so that recording is never delayed: a text longer than 4 096 bytes
/// is not matched, and neither is one that needs too many steps, such as a few dozen letters for
/// `^(\w+\s?)*$`. A date is treated as the string that is written for it:
/// `2026-11-21T01:00:00.123Z`.
public struct PropertySchema: Hashable, Sendable {
  /// A JSON type.
  public enum JSONType: String, CaseIterable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case boolean
    /// A number without a fraction, such as 2 or 2.0.
    case integer
    /// Any number.
    case number
    /// A string.
    case string
    /// An array.
    case array
    /// An object.
    case object
  }

  /// A description for readers.
  ///
  /// Empty if the plan has none.
  public internal(set) var description = ""
  /// The allowed types; nil for any.
  public package(set) var types: [JSONType]?
  /// The allowed values; nil for any.
  public internal(set) var values: [Value]?
  /// The schemas of an object's members, by name.
  public internal(set) var properties: [String: PropertySchema] = [:]
  /// The names of the members that an object must have, sorted.
  public internal(set) var required: [String] = []
  /// Whether an object may have members that `properties` does not contain.
  public internal(set) var allowsOthers = true
  /// The schema of an array's elements: empty for any, otherwise exactly one.
  public internal(set) var items: [PropertySchema] = []
  /// The bounds of a number, of a string's length in Unicode scalars, or of an array's length.
  public internal(set) var bounds: [Bound] = []
  /// A regular expression that a string must match at any position; nil for none.
  public internal(set) var pattern: String?

  /// A bound, such as `minimum`.
  public struct Bound: Hashable, Sendable {
    /// The JSON Schema keyword of the bound.
    public enum Word: String, CaseIterable, Sendable {
      /// The smallest allowed number.
      case minimum
      /// The largest allowed number.
      case maximum
      /// An exclusive lower limit of a number.
      case exclusiveMinimum
      /// An exclusive upper limit of a number.
      case exclusiveMaximum
      /// The smallest allowed number of characters.
      case minLength
      /// The largest allowed number of characters.
      case maxLength
      /// The smallest allowed number of elements.
      case minItems
      /// The largest allowed number of elements.
      case maxItems
    }

    /// The keyword of the bound.
    public let word: Word
    /// The limit of the bound.
    public let limit: Double
  }
}
