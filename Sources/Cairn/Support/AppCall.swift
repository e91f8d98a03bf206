/// Calls the app's own closures: enrichers, inspectors, redaction, the log.
///
/// Such a closure may record, and what it records calls it again. Without an end to that the stack would overflow and
/// end the process, so that a thread may be inside so many of them at once, and no more.
package enum AppCall {
  /// How many closures of the app may be under way on one thread, each called by what the one before it has done.
  package static let deepest: UInt = 8
  private static let depth = ThreadWord()

  /// False when the thread is too deep in the app's closures already; otherwise `leave` must follow.
  package static func enter() -> Bool {
    let depth = depth.value
    guard depth < deepest else { return false }
    self.depth.value = depth + 1
    return true
  }

  package static func leave() { depth.value -= 1 }

  /// Nil when the work was not done, because the thread is too deep in the app's closures already.
  package static func perform<Result>(_ work: () -> Result) -> Result? {
    guard enter() else { return nil }
    defer { leave() }
    return work()
  }
}
