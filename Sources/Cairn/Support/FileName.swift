/// Makes a file's name of any text.
package enum FileName {
  private static let mostOfOwn = 100
  private static let mostBeforeHash = 80

  /// The text with everything but letters, digits, `.`, `_` and `-` of ASCII replaced, and never `.` or `..`.
  ///
  /// Several texts have the same one.
  package static func safe(_ text: String) -> String {
    let kept = text.unicodeScalars.map { scalar in
      let isKept =
        scalar.isASCII
        && (scalar.properties.isAlphabetic || "0123456789._-".unicodeScalars.contains(scalar))
      return isKept ? Character(scalar) : "_"
    }
    let name = String(kept.prefix(mostOfOwn))
    return name.isEmpty || name.allSatisfy { $0 == "." } ? "_" : name
  }

  /// A name that no other text has, also where files are found whatever the case of their letters.
  ///
  /// A text of small letters, digits, `.`, `_` and `-` is its own name. That of any other has a `~` and the hash of its
  /// bytes behind what `safe` makes of it.
  package static func unique(_ text: String) -> String {
    let name = safe(text)
    let isOwn = name == text && !name.utf8.contains { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }
    return isOwn ? name : hashed(text)
  }

  /// Whether `safe` makes this name, which is its own, also of other texts.
  package static func standsForOthers(_ name: String) -> Bool {
    name.contains("_") || name.count == mostOfOwn
  }

  /// Whether it may be a name that one of these has made.
  package static func isFolder(_ name: String) -> Bool {
    let plain = name.filter { $0 != "~" }
    return safe(plain) == plain
  }

  /// The same with the hash in any case: for a text whose own name another one has.
  package static func hashed(_ text: String) -> String {
    safe(text).prefix(mostBeforeHash) + "~" + Hex.text(XXH64.hash(Array(text.utf8), seed: 0))
  }
}
