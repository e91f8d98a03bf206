extension String {
  /// Returns the longest prefix of whole Unicode scalars that has at most the given number of UTF-8
  /// bytes.
  ///
  /// It cuts at scalars rather than characters, since a character may have any length.
  package func cut(toBytes most: Int) -> String {
    guard utf8.count > most else { return self }
    var bytes = 0
    var kept = ""
    for scalar in unicodeScalars {
      bytes += UTF8.width(scalar)
      if bytes > most { break }
      kept.unicodeScalars.append(scalar)
    }
    return kept
  }
}

extension StringProtocol {
  /// Whether the text may be passed to Foundation's date formatters: at most 64 printable ASCII
  /// characters.
  ///
  /// `DateFormatter` on Linux stops the process when a character of the text consists of several
  /// scalars, such as a letter with a combining accent.
  package var isDateText: Bool {
    utf8.count <= 64 && utf8.allSatisfy { 0x20...0x7E ~= $0 }
  }
}
