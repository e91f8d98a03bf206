/// The last reported exposure of an experience, as stored in `VisitorState.exposures`:
/// `variation@version#change`.
///
/// The number of the change makes A, B, A three exposures, even if the third has the document of
/// the first.
struct ReportedExposure: Equatable {
  let variationID: Substring
  let change: Int

  /// Parses a stored exposure; nil when there is none or it is not valid.
  init?(_ text: String?) {
    guard let text, let at = text.utf8.lastIndex(of: UInt8(ascii: "@")) else { return nil }
    variationID = text[..<at]
    let mark = text.utf8[at...].lastIndex(of: UInt8(ascii: "#"))
    change = mark.flatMap { Int(text[text.utf8.index(after: $0)...]) } ?? 0
  }

  static func text(_ variationID: String, version: String, change: Int) -> String {
    // The variation is the text before the last `@`.
    "\(variationID)@\(version.filter { $0 != "@" })#\(change)"
  }

  /// Returns whether the stored text has this variation; compares bytes.
  static func isTold(_ variationID: String, by text: String?) -> Bool {
    guard let text, let at = text.utf8.lastIndex(of: UInt8(ascii: "@")) else { return false }
    return text.utf8[..<at].elementsEqual(variationID.utf8)
  }
}
