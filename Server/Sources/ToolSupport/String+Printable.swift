extension String {
  /// The text in one line without control characters, because it comes from a server, an app or a
  /// stranger, and a terminal obeys them.
  package var printable: String {
    let kept = unicodeScalars.map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse:
        return Character(" ")
      default: return Character(scalar)
      }
    }
    return String(kept)
  }
}
