/// A string as a key that is equal only to strings with the same code units.
///
/// For Swift's `==` and `hash`, a composed and a decomposed é are equal. For every server they are
/// two identifiers. Use this type for everything that is keyed by an identifier.
package struct CodeUnitKey: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (one: Self, other: Self) -> Bool { one.text.isIdentical(to: other.text) }

  package func hash(into hasher: inout Hasher) {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if isDone == nil { for byte in text.utf8 { hasher.combine(byte) } }
  }
}

extension CodeUnitKey: ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) { self.init(text) }
}

extension CodeUnitKey: Comparable {
  /// Orders as Swift orders strings; strings that Swift considers equal are ordered by their code
  /// units.
  package static func < (one: Self, other: Self) -> Bool {
    one.text == other.text
      ? one.text.utf8.lexicographicallyPrecedes(other.text.utf8) : one.text < other.text
  }
}

extension CodeUnitKey: CustomStringConvertible {
  package var description: String { text }
}

extension String {
  /// Returns whether both strings have the same code units.
  @inline(__always)
  package func isIdentical(to other: String) -> Bool {
    let same = utf8.withContiguousStorageIfAvailable { mine in
      other.utf8.withContiguousStorageIfAvailable { mine.elementsEqual($0) }
    }
    return (same ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}

extension String? {
  /// Returns whether both are nil, or have the same code units.
  package func isIdentical(to other: String?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    return self.isIdentical(to: other)
  }
}

extension Dictionary where Key == CodeUnitKey {
  package subscript(_ text: String) -> Value? {
    get { self[CodeUnitKey(text)] }
    set { self[CodeUnitKey(text)] = newValue }
  }
}

extension Set where Element == CodeUnitKey {
  package func contains(_ text: String) -> Bool { contains(CodeUnitKey(text)) }
}

extension Sequence where Element == String {
  /// Returns whether an element has the same code units.
  package func containsExactly(_ text: String) -> Bool { contains { $0.isIdentical(to: text) } }
}
