extension String {
  func containsUnits(of needle: String) -> Bool {
    let mine = Array(utf8)
    let needle = Array(needle.utf8)
    guard let first = needle.first else { return true }
    if needle.count > mine.count { return false }
    return (0...(mine.count - needle.count)).contains { start in
      mine[start] == first && mine[start...].starts(with: needle)
    }
  }

  func endsWithUnits(of end: String) -> Bool { utf8.reversed().starts(with: end.utf8.reversed()) }

  func startsWithUnits(of start: String) -> Bool { utf8.starts(with: start.utf8) }

  /// The text in lower case for any language: like `lowercased()`, but a Σ at the end of a word
  /// becomes ς.
  package var referenceLowercase: String {
    let lower = lowercased()
    guard utf8.contains(0xCE), unicodeScalars.contains("\u{3A3}") else { return lower }
    let all = Array(unicodeScalars)
    return all.indices.reduce(into: "") { text, place in
      let isFinal = all[place] == "\u{3A3}" && all.endsWord(at: place)
      text += isFinal ? "\u{3C2}" : all[place].properties.lowercaseMapping
    }
  }
}

extension [Unicode.Scalar] {
  /// Returns whether a cased letter precedes and none follows.
  fileprivate func endsWord(at place: Int) -> Bool {
    func isLetter(_ scalar: Unicode.Scalar?) -> Bool { scalar?.properties.isCased ?? false }
    let before = self[..<place].last { !$0.properties.isCaseIgnorable }
    let behind = self[(place + 1)...].first { !$0.properties.isCaseIgnorable }
    return isLetter(before) && !isLetter(behind)
  }
}
