/// Text as a key that is equal to the same code units only.
struct ExactText: Hashable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (one: Self, other: Self) -> Bool { one.text.isIdentical(to: other.text) }

  func hash(into hasher: inout Hasher) {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if isDone == nil { for byte in text.utf8 { hasher.combine(byte) } }
  }
}
