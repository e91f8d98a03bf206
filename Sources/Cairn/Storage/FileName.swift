/// Derives file names from strings.
package enum FileName {
  private static let mostOfOwn = 100
  private static let mostBeforeHash = 80

  /// Returns the text with every character replaced except ASCII letters, digits, `.`, `_` and `-`;
  /// never `.` or `..`.
  ///
  /// Several texts can have the same name.
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

  /// Returns a name that no other text has, on case-insensitive volumes too.
  ///
  /// A text that `safe` does not change, and that has no uppercase letter of ASCII, is its own
  /// name. The name of any other text is the beginning of `safe`'s result, `~`, and the hash of the
  /// text's bytes.
  package static func unique(_ text: String) -> String {
    let name = safe(text)
    let isOwn = name == text && !name.utf8.contains { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }
    return isOwn ? name : hashed(text)
  }

  /// Returns whether `safe` returns this name for other texts too; `name` must be its own `safe`
  /// name.
  package static func standsForOthers(_ name: String) -> Bool {
    name.contains("_") || name.count == mostOfOwn
  }

  /// Returns whether one of these functions may have returned the name.
  package static func isFolder(_ name: String) -> Bool {
    let plain = name.filter { $0 != "~" }
    return safe(plain) == plain
  }

  /// Returns the name with the hash in any case; for a text whose `safe` name belongs to another
  /// text.
  package static func hashed(_ text: String) -> String {
    safe(text).prefix(mostBeforeHash) + "~" + Hex.text(XXH64.hash(Array(text.utf8), seed: 0))
  }
}
