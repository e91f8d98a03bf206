import Cairn

/// The ID of an experience, derived from its content: the same content has the same ID on every
/// device.
///
/// The ID is `mobile-` followed by the first 12 hexadecimal digits of a SHA-1 hash. The hash covers
/// all texts, then all assets, then all calls to action, joined with `|`; each of the three lists
/// is sorted by UTF-8 bytes. Styles do not affect the ID.
public struct ExperienceID: Hashable, Sendable {
  /// The ID as text, such as `mobile-b014aadff0dc`.
  public let rawValue: String

  /// Makes an ID from stored text; any text is valid.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Makes the ID of the given content.
  public init(assets: [ContentItem], texts: [ContentItem], ctas: [ContentItem] = []) {
    let groups = [texts, assets, ctas].flatMap { Self.sorted($0.map(\.value)) }
    let digest = SHA1.hash(Array(groups.joined(separator: "|").utf8))
    var buffer = OutputBuffer(capacity: 32)
    for byte in digest.prefix(6) { buffer.appendHex(byte) }
    rawValue = "mobile-" + String(decoding: buffer.bytes, as: UTF8.self)
  }

  /// `String`'s `<` treats composed and decomposed characters as equal, so the bytes are compared.
  private static func sorted(_ values: [String]) -> [String] {
    values.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension ExperienceID: ExpressibleByStringLiteral {
  /// Makes an ID from stored text.
  public init(stringLiteral value: String) { self.init(value) }
}

extension ExperienceID: CustomStringConvertible {
  /// The ID as text.
  public var description: String { rawValue }
}

/// IDs are equal only if their code units are equal; Unicode equivalence does not count.
extension ExperienceID {
  /// Returns whether both IDs have the same code units.
  public static func == (one: Self, other: Self) -> Bool {
    one.rawValue.isIdentical(to: other.rawValue)
  }

  /// Hashes the values that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(CodeUnitKey(rawValue)) }
}
