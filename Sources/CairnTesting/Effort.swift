import Foundation

/// How much of its repetitions a test does, as the environment says.
///
/// `CAIRN_EFFORT`: percent of them; 100 without it. Under a sanitizer, which looks for what two threads do to each other,
/// the repetitions of one thread would take minutes.
package enum Effort {
  private static let percent =
    ProcessInfo.processInfo.environment["CAIRN_EFFORT"].flatMap(Int.init) ?? 100

  /// Whether all is done.
  package static var isWhole: Bool { percent >= 100 }

  /// This many of so many.
  package static func of(_ count: Int) -> Int { min(count, max(1, count * percent / 100)) }
}
