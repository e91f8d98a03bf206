import Foundation

/// Tells which names in a link stand before a secret, however they are written.
package struct SecretNames: Sendable {
  /// Words that are a secret's name only by themselves: a `promo_code` or a `sort_key` is none.
  private static let ordinary: Set = [
    "code", "hash", "key", "magic", "pass", "pin", "session", "sign", "ticket",
  ]
  /// How often a text is decoded that was encoded more than once.
  private static let mostRounds = 4

  /// In lower case, letters and digits alone.
  private let names: Set<String>
  /// Those that hold at the end of a longer name, too.
  private let endings: [String]
  /// Names that hold as a whole, and in their own writing.
  private let isHidden: @Sendable (String) -> Bool

  /// `isHidden`: whether something else than these names says that a value must not be recorded.
  package init(
    _ names: Set<String>, isHidden: @escaping @Sendable (String) -> Bool = { _ in false }
  ) {
    self.names = Set(names.map(Self.letters))
    endings = names.map(Self.letters).filter { !$0.isEmpty && !Self.ordinary.contains($0) }
    self.isHidden = isHidden
  }

  /// Whether what has this name is a secret.
  ///
  /// `access-token`, `accessToken`, `user[token]` and ` Token` are as good as `token`. Nobody can say it of a name that is
  /// encoded again and again.
  package func contains(_ name: String) -> Bool {
    guard let plain = Self.decoded(name) else { return true }
    if isHidden(plain.trimmingCharacters(in: .whitespacesAndNewlines)) { return true }
    if names.contains(Self.letters(plain)) { return true }
    let words = Self.words(plain)
    if plain.contains(where: { "[].".contains($0) }),
      words.contains(where: { names.contains($0) || isHidden($0) })
    {
      return true
    }
    return words.indices.contains { first in
      let ending = words[first...].joined()
      return endings.contains(ending)
    }
  }

  /// Whether a secret's name stands in a text in front of what could be its value.
  ///
  /// The text is taken for anything: a query, JSON, a header, a tag.
  package func areIn(_ text: String) -> Bool {
    var name: [UInt8] = []
    var isOver = false
    for byte in text.utf8 {
      if Self.isLetter(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") {
        if isOver { (name, isOver) = ([], false) }
        // What is longer is no name.
        if name.count < 128 { name.append(byte) }
        continue
      }
      let isSign = Self.assigns(byte)
      if isSign, !name.isEmpty, contains(String(decoding: name, as: UTF8.self)) { return true }
      // Quotes and brackets may stand between a name and its sign.
      if Self.mayFollow(byte) { isOver = true } else { (name, isOver) = ([], false) }
    }
    return false
  }

  /// The text without any encoding; nil when there is no end to that.
  package static func decoded(_ text: String) -> String? {
    var text = text
    for _ in 0..<mostRounds {
      guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
      // A sign that encodes nothing stands for itself.
      guard let next = text.removingPercentEncoding, next != text else { return text }
      text = next
    }
    let isEncoded = text.removingPercentEncoding.map { $0 != text } ?? false
    return isEncoded ? nil : text
  }

  private static func letters(_ name: String) -> String {
    String(decoding: name.lowercased().utf8.filter(isLetter), as: UTF8.self)
  }

  /// `myAccess-token` is my, access and token.
  private static func words(_ name: String) -> [String] {
    var words: [[UInt8]] = [[]]
    var wasSmall = false
    for byte in name.utf8 {
      let isBig = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      if !isLetter(byte) || isBig && wasSmall { words.append([]) }
      if isLetter(byte) { words[words.count - 1].append(isBig ? byte | 0x20 : byte) }
      wasSmall = isLetter(byte) && !isBig
    }
    return words.filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
      true
    default: false
    }
  }

  private static func assigns(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "=") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ">")
  }

  private static func mayFollow(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "]"), UInt8(ascii: "["), 0x20, 0x09,
      UInt8(ascii: "\\"):
      true
    default: false
    }
  }
}
