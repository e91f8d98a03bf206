/// Names an installation: 32 hexadecimal digits.
///
/// It stands in the journal's folder and in a record apart from it, and tells nobody else anything: no event bears it.
package struct InstallID: Equatable, Sendable {
  package let text: String

  /// Nil unless the text is one.
  package init?(_ text: String) {
    guard text.utf8.count == 32, Hex.value(text.prefix(16), as: UInt64.self) != nil,
      Hex.value(text.suffix(16), as: UInt64.self) != nil
    else { return nil }
    self.text = text
  }

  /// A new one, that nobody can guess.
  package init(_ randomness: any Randomness) {
    self.init(randomness.next(), randomness.next(), .drawn)
  }

  /// The one of an installation that somebody named: always the same.
  package init(name: String) {
    let bytes = Array(name.utf8)
    self.init(XXH64.hash(bytes, seed: 0), XXH64.hash(bytes, seed: 1), .named)
  }

  private init(_ high: UInt64, _ low: UInt64, _ kind: Kind) {
    text = Hex.text(high & ~0xF000 | kind.rawValue << 12) + Hex.text(low)
  }

  /// The 13th digit, where a UUID has its version.
  private enum Kind: UInt64 {
    case drawn = 4
    case named = 8
  }

  /// Whether both were drawn or both named.
  ///
  /// Else nothing follows from their being different: somebody gave the installation a name.
  package func isComparable(to other: InstallID) -> Bool {
    text.dropFirst(12).first == other.text.dropFirst(12).first
  }
}
