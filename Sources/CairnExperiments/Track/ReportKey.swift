import Cairn

/// A name of what must be counted once: equal for the same, and for nothing else.
///
/// A hash, so that no rule of redaction finds a person in it, and makes two of them one.
enum ReportKey {
  /// The variation that a visitor was shown; `change` counts what was shown before it.
  ///
  /// Not of a revision of the document, nor of a version of the experience: another one may come between a kill and the launch
  /// that tells the same again.
  static func exposure(_ variation: Variation, change: Int, to visitor: String) -> String {
    make("exposure", visitor, variation.experienceID, variation.id, "\(change)")
  }

  /// That a visitor reached a goal.
  static func conversion(_ goal: String, by visitor: String) -> String {
    make("conversion", visitor, goal)
  }

  /// What is known of the first conversion.
  static func details(_ goal: String, by visitor: String) -> String {
    make("details", visitor, goal)
  }

  static func transaction(_ id: String, _ goal: String, by visitor: String) -> String {
    make("transaction", visitor, goal, id)
  }

  /// No part of one can pass for the next one.
  private static func make(_ parts: String...) -> String {
    var bytes: [UInt8] = []
    for part in parts {
      bytes += Array("\(part.utf8.count):".utf8)
      bytes += Array(part.utf8)
    }
    return Hex.text(XXH64.hash(bytes, seed: 0)) + Hex.text(XXH64.hash(bytes, seed: 1))
  }
}
