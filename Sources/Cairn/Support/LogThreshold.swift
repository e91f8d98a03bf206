/// The lowest level of an instance's log that is written; it can be changed from any thread.
package final class LogThreshold: Sendable {
  private let current: Locked<Diagnostic.Level>

  package init(_ level: Diagnostic.Level) { current = Locked(level) }

  package var level: Diagnostic.Level {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }
}
