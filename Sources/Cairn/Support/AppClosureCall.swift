/// Calls the app's own closures: enrichers, inspectors, redaction, the log.
///
/// Such a closure may record an event, which calls the closure again. Endless recursion would
/// overflow the stack and end the process, so the depth is limited on each thread.
package enum AppClosureCall {
  /// The maximum number of nested closures of the app on one thread.
  package static let deepest: UInt = 8
  private static let depth = ThreadLocalWord()

  /// Returns false when the thread has reached the maximum depth; otherwise `leave` must follow.
  package static func enter() -> Bool {
    let depth = depth.value
    guard depth < deepest else { return false }
    self.depth.value = depth + 1
    return true
  }

  package static func leave() { depth.value -= 1 }

  /// Performs the work; returns nil without performing it when the thread has reached the maximum
  /// depth.
  package static func perform<Result>(_ work: () -> Result) -> Result? {
    guard enter() else { return nil }
    defer { leave() }
    return work()
  }
}
