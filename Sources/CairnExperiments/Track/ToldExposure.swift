/// What a visitor was told to have seen of an experience, as `VisitorState.exposures` keeps it:
/// `variation@version#change`.
///
/// The number of the change makes A, B, A three exposures, also when the document of the first comes back with the third.
struct ToldExposure: Equatable {
  let variationID: Substring
  let change: Int

  /// Of something else: a variation that has not been told, as the first one.
  init?(_ text: String?) {
    guard let text, let at = text.utf8.lastIndex(of: UInt8(ascii: "@")) else { return nil }
    variationID = text[..<at]
    let mark = text.utf8[at...].lastIndex(of: UInt8(ascii: "#"))
    change = mark.flatMap { Int(text[text.utf8.index(after: $0)...]) } ?? 0
  }

  static func text(_ variationID: String, version: String, change: Int) -> String {
    // What is before the last @ is the variation.
    "\(variationID)@\(version.filter { $0 != "@" })#\(change)"
  }

  /// Whether the text tells of this variation; compares bytes.
  static func isTold(_ variationID: String, by text: String?) -> Bool {
    guard let text, let at = text.utf8.lastIndex(of: UInt8(ascii: "@")) else { return false }
    return text.utf8[..<at].elementsEqual(variationID.utf8)
  }
}
