import Foundation

/// The share of its repetitions that a test runs, as set by the environment.
///
/// `CAIRN_EFFORT` is a percentage; the default is 100. A sanitizer looks for conflicts between
/// threads; under it, the repetitions of a single thread would only take minutes.
package enum Effort {
  private static let percent =
    ProcessInfo.processInfo.environment["CAIRN_EFFORT"].flatMap(Int.init) ?? 100

  /// Whether all repetitions run.
  package static var isWhole: Bool { percent >= 100 }

  /// Returns the number of repetitions to run, out of `count`.
  package static func of(_ count: Int) -> Int { min(count, max(1, count * percent / 100)) }
}
