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
