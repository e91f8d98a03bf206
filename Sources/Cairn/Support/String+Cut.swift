extension String {
  /// As many of its letters as have room in so many bytes of UTF-8.
  ///
  /// Not so many characters: one of those may be of any length.
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
