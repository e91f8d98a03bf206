/// The identifier of an installation: 32 hexadecimal digits.
///
/// It is stored in the journal's folder and in a separate record, and is never part of an event.
package struct InstallID: Equatable, Sendable {
  package let text: String

  /// Parses an identifier; nil for other texts.
  package init?(_ text: String) {
    guard text.utf8.count == 32, Hex.value(text.prefix(16), as: UInt64.self) != nil,
      Hex.value(text.suffix(16), as: UInt64.self) != nil
    else { return nil }
    self.text = text
  }

  /// Creates a random identifier, which cannot be guessed.
  package init(_ randomness: any Randomness) {
    self.init(randomness.next(), randomness.next(), .drawn)
  }

  /// Creates the identifier of a named installation; the same name always gives the same
  /// identifier.
  package init(name: String) {
    let bytes = Array(name.utf8)
    self.init(XXH64.hash(bytes, seed: 0), XXH64.hash(bytes, seed: 1), .named)
  }

  private init(_ high: UInt64, _ low: UInt64, _ kind: Kind) {
    text = Hex.text(high & ~0xF000 | kind.rawValue << 12) + Hex.text(low)
  }

  /// The kind of an identifier, in its 13th digit, which in a UUID is the version.
  private enum Kind: UInt64 {
    case drawn = 4
    case named = 8
  }

  /// Returns whether both identifiers are random or both are derived from names.
  ///
  /// Otherwise a difference has no meaning, because the installation was given a name in the
  /// meantime.
  package func isComparable(to other: InstallID) -> Bool {
    text.dropFirst(12).first == other.text.dropFirst(12).first
  }
}
