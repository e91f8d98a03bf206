/// A line of Cairn's log.
public struct Diagnostic: Sendable {
  /// The severity of a line.
  public enum Level: Int, Sendable, Comparable {
    /// Each interaction with content as it is recorded, and each one of an earlier launch as it is
    /// read again.
    case trace = -1
    /// Each request and its response, and changes of the network.
    case debug
    /// Normal conditions that are worth knowing.
    case notice
    /// Problems that need a fix in the app.
    case warning
    /// An operation of the SDK that failed, such as a write to the disk; the article Log says what
    /// follows.
    case error

    /// Orders by severity.
    public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  /// The severity.
  public let level: Level
  /// A code that is stable across versions, such as `event.tooLarge`.
  public let code: String
  /// The text for people.
  ///
  /// It names events and paths, and never contains a property's value or a key.
  public let message: String

  package init(_ level: Level, _ code: String, _ message: String) {
    self.level = level
    self.code = code
    self.message = message
  }
}

/// Reports lines to the log's handler.
package struct Diagnostics: Sendable {
  /// Whether the current thread or task runs the log's handler, or was started by one that does.
  package static let areHeard = TaskLocal(wrappedValue: false)

  private let handler: @Sendable (Diagnostic) -> Void
  /// Whether the handler is the app's own, which may record events.
  private let isOfApp: Bool
  /// The events that the handler records.
  let echoes = LogFeedbackFilter()

  package init(isOfApp: Bool = true, _ handler: @escaping @Sendable (Diagnostic) -> Void) {
    self.isOfApp = isOfApp
    self.handler = handler
  }

  /// Notes an event that is about to be recorded, if the log's handler records it.
  @inline(__always)
  func noteEcho(_ id: SIMD2<UInt64>) { if isOfApp { echoes.note(id) } }

  /// Passes a line to the handler.
  ///
  /// Must not be called with a lock held: the handler may call any part of the SDK, or wait for a
  /// thread that does. If the handler's work with lines causes further lines, it receives a few of
  /// them and then no more.
  package func report(_ level: Diagnostic.Level, _ code: String, _ message: String) {
    AppClosureCall.perform {
      Self.areHeard.withValue(true) { handler(Diagnostic(level, code, message)) }
    }
  }
}

/// The lowest level of an instance's log that is written; it can be changed from any thread.
package final class LogThreshold: Sendable {
  private let current: Locked<Diagnostic.Level>

  package init(_ level: Diagnostic.Level) { current = Locked(level) }

  package var level: Diagnostic.Level {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }
}
