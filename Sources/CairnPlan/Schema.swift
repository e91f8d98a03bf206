public import Cairn

/// What a value may be: a subset of JSON Schema (draft 2020-12).
///
/// `type`, `enum`, `const`; `properties`, `required`, `additionalProperties` as true or false; `items`, `minItems`, `maxItems`;
/// `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`; `minLength`, `maxLength`, `pattern`; and for people `title`,
/// `description`, `examples`, `default`, `deprecated`, `$comment`. They mean what JSON Schema says. Another word is a problem of
/// the plan, since a plan that is half understood promises what it does not keep; so is a required name that is not among the
/// properties, and a schema that no value could meet.
///
/// A pattern is an expression of Foundation's `NSRegularExpression`, by Unicode scalars. No event waits for one: a text that is
/// longer than 4 096 bytes is not held against it, nor one that would need too many steps, such as a few dozen letters for
/// `^(\w+\s?)*$`. A date is text, as it is written: `2026-11-21T01:00:00.123Z`.
public struct Schema: Hashable, Sendable {
  /// A type of JSON.
  public enum JSONType: String, CaseIterable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case boolean
    /// A number without a fraction; 2.0 is one.
    case integer
    /// Any number.
    case number
    /// Text.
    case string
    /// A list.
    case array
    /// Named values.
    case object
  }

  /// What it means, for people.
  ///
  /// Empty if the plan does not say.
  public internal(set) var description = ""
  /// Types that it may have; nil for any.
  public package(set) var types: [JSONType]?
  /// Values that it may have; nil for any.
  public internal(set) var values: [Value]?
  /// What is named in an object.
  public internal(set) var properties: [String: Schema] = [:]
  /// Names that an object must have, in their order.
  public internal(set) var required: [String] = []
  /// Whether an object may have other names than those of `properties`.
  public internal(set) var allowsOthers = true
  /// What a list's elements may be: nothing for anything, or one.
  public internal(set) var items: [Schema] = []
  /// Bounds of a number, a text's length in characters (Unicode scalars), and a list's.
  public internal(set) var bounds: [Bound] = []
  /// What a text must match somewhere, as a regular expression; nil for anything.
  public internal(set) var pattern: String?

  /// A bound: `minimum` and its like.
  public struct Bound: Hashable, Sendable {
    /// The bound's word in JSON Schema.
    public enum Word: String, CaseIterable, Sendable {
      /// The least number.
      case minimum
      /// The largest number.
      case maximum
      /// A number that is less than all.
      case exclusiveMinimum
      /// A number that is larger than all.
      case exclusiveMaximum
      /// The fewest characters.
      case minLength
      /// The most characters.
      case maxLength
      /// The fewest elements.
      case minItems
      /// The most elements.
      case maxItems
    }

    /// Which bound it is.
    public let word: Word
    /// Where it lies.
    public let limit: Double
  }
}
