import Foundation

/// Recognizes the names of secrets in links, in any spelling.
package struct SecretQueryKeys: Sendable {
  /// Words that name a secret only when they are the whole name: `promo_code` and `sort_key` are
  /// not secret.
  private static let ordinary: Set = [
    "code", "hash", "key", "magic", "pass", "pin", "session", "sign", "ticket",
  ]
  /// The maximum number of times that a text is percent-decoded.
  private static let mostRounds = 4

  /// The secret names in lower case, reduced to letters and digits.
  private let names: Set<String>
  /// The secret names that also match at the end of a longer name.
  private let endings: [String]
  /// Returns whether a whole name in its original spelling is secret.
  private let isHidden: @Sendable (String) -> Bool

  /// Creates the set of names.
  ///
  /// `isHidden` is an additional test for names whose values must not be recorded.
  package init(
    _ names: Set<String>, isHidden: @escaping @Sendable (String) -> Bool = { _ in false }
  ) {
    self.names = Set(names.map(Self.letters))
    endings = names.map(Self.letters).filter { !$0.isEmpty && !Self.ordinary.contains($0) }
    self.isHidden = isHidden
  }

  /// Returns whether the name is that of a secret.
  ///
  /// `access-token`, `accessToken`, `user[token]` and ` Token` match `token`. A name that is
  /// percent-encoded too many times counts as secret.
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

  /// Returns whether the text contains the name of a secret before a sign that assigns a value.
  ///
  /// The text may have any form: a query, JSON, a header, or a tag.
  package func areIn(_ text: String) -> Bool {
    var name: [UInt8] = []
    var isOver = false
    for byte in text.utf8 {
      if Self.isLetter(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") {
        if isOver { (name, isOver) = ([], false) }
        // A longer sequence is not a name.
        if name.count < 128 { name.append(byte) }
        continue
      }
      let isSign = Self.assigns(byte)
      if isSign, !name.isEmpty, contains(String(decoding: name, as: UTF8.self)) { return true }
      // Quotation marks and brackets may stand between a name and the sign.
      if Self.mayFollow(byte) { isOver = true } else { (name, isOver) = ([], false) }
    }
    return false
  }

  /// Returns the text without percent-encoding; nil when it is encoded too many times.
  package static func decoded(_ text: String) -> String? {
    var text = text
    for _ in 0..<mostRounds {
      guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
      // A percent sign that does not begin an encoding stands for itself.
      guard let next = text.removingPercentEncoding, next != text else { return text }
      text = next
    }
    let isEncoded = text.removingPercentEncoding.map { $0 != text } ?? false
    return isEncoded ? nil : text
  }

  private static func letters(_ name: String) -> String {
    String(decoding: name.lowercased().utf8.filter(isLetter), as: UTF8.self)
  }

  /// Splits a name into its words: `myAccess-token` into my, access and token.
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
