/// Makes a file's name of any text.
package enum FileName {
  /// The text with everything but letters, digits, `.`, `_` and `-` of ASCII replaced, and never `.` or `..`.
  package static func safe(_ text: String) -> String {
    let kept = text.unicodeScalars.map { scalar in
      let isKept =
        scalar.isASCII
        && (scalar.properties.isAlphabetic || "0123456789._-".unicodeScalars.contains(scalar))
      return isKept ? Character(scalar) : "_"
    }
    let name = String(kept.prefix(100))
    return name.isEmpty || name.allSatisfy { $0 == "." } ? "_" : name
  }
}
