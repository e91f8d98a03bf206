import Cairn

/// Names an experience by what it is made of: the same content has the same identifier, on every device.
///
/// `mobile-` and the first 12 hexadecimal digits of the SHA-1 of all texts, then all assets, then all calls to action,
/// each group sorted by the bytes of its UTF-8, joined with `|`. Styles take no part.
public struct ExperienceID: Hashable, Sendable {
  /// The identifier as text, such as `mobile-b014aadff0dc`.
  public let rawValue: String

  /// Takes an identifier that was kept; anything is one.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Makes the identifier of this content.
  public init(assets: [ContentItem], texts: [ContentItem], ctas: [ContentItem] = []) {
    let groups = [texts, assets, ctas].flatMap { Self.sorted($0.map(\.value)) }
    let digest = SHA1.hash(Array(groups.joined(separator: "|").utf8))
    var buffer = OutputBuffer(capacity: 32)
    for byte in digest.prefix(6) { buffer.appendHex(byte) }
    rawValue = "mobile-" + String(decoding: buffer.bytes, as: UTF8.self)
  }

  /// Not by `<` of `String`, which takes composed and decomposed letters for equal.
  private static func sorted(_ values: [String]) -> [String] {
    values.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension ExperienceID: ExpressibleByStringLiteral {
  /// Takes an identifier that was kept.
  public init(stringLiteral value: String) { self.init(value) }
}

extension ExperienceID: CustomStringConvertible {
  /// The identifier as text.
  public var description: String { rawValue }
}

/// Identifiers are the same with the same code units only.
extension ExperienceID {
  /// Whether both have the same code units.
  public static func == (one: Self, other: Self) -> Bool {
    one.rawValue.isIdentical(to: other.rawValue)
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(ExactText(rawValue)) }
}
