import Cairn

/// Makes deduplication keys: equal only for reports that must be counted once.
///
/// A key is a hash, so that redaction rules cannot match it and make two keys equal.
enum ReportKey {
  /// Returns the key of an exposure; `change` is the number of variations that were reported
  /// before.
  ///
  /// It does not depend on the document's revision or on the experience's version, because these
  /// can change between a kill and the launch that reports the exposure again.
  static func exposure(_ variation: Variation, change: Int, to visitor: String) -> String {
    make("exposure", visitor, variation.experienceID, variation.id, "\(change)")
  }

  /// Returns the key of a conversion.
  static func conversion(_ goal: String, by visitor: String) -> String {
    make("conversion", visitor, goal)
  }

  /// Returns the key of the data of the first conversion.
  static func details(_ goal: String, by visitor: String) -> String {
    make("details", visitor, goal)
  }

  static func transaction(_ id: String, _ goal: String, by visitor: String) -> String {
    make("transaction", visitor, goal, id)
  }

  /// Returns the key of the data of a forced conversion that waited for the document.
  static func waiting(_ id: UInt64, by visitor: String) -> String {
    make("waiting", visitor, Hex.text(id))
  }

  /// Returns the hash of the parts.
  ///
  /// Their lengths are included, so that different parts give different input.
  private static func make(_ parts: String...) -> String {
    var bytes: [UInt8] = []
    for part in parts {
      bytes += Array("\(part.utf8.count):".utf8)
      bytes += Array(part.utf8)
    }
    return Hex.text(XXH64.hash(bytes, seed: 0)) + Hex.text(XXH64.hash(bytes, seed: 1))
  }
}
