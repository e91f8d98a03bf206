/// Something that Cairn has to say about itself: a line of its log.
public struct Diagnostic: Sendable {
  /// How much it matters.
  public enum Level: Int, Sendable, Comparable {
    /// For those who look into Cairn itself.
    case debug
    /// Something that is in order and worth knowing.
    case notice
    /// Something that the app's developer should mend.
    case warning
    /// Something that Cairn could not do.
    case error

    /// By weight.
    public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  /// How much it matters.
  public let level: Level
  /// What it is about, in a word that does not change between versions, such as `event.tooLarge`.
  public let code: String
  /// The sentence for people.
  ///
  /// It names events and paths, and never holds a property's value or a key.
  public let message: String

  package init(_ level: Level, _ code: String, _ message: String) {
    self.level = level
    self.code = code
    self.message = message
  }
}

/// Where diagnostics go.
package struct Diagnostics: Sendable {
  /// Whether the present thread or task is at work for the log, or was begun by one that is.
  package static let areHeard = TaskLocal(wrappedValue: false)

  private let handler: @Sendable (Diagnostic) -> Void
  /// Whether the handler is the app's own, which may record what it is told.
  private let isOfApp: Bool
  /// What the handler records.
  let echoes = LogEchoes()

  package init(isOfApp: Bool = true, _ handler: @escaping @Sendable (Diagnostic) -> Void) {
    self.isOfApp = isOfApp
    self.handler = handler
  }

  /// Remembers an event that is about to be recorded, if it is out of the log.
  @inline(__always)
  func noteEcho(_ id: SIMD2<UInt64>) { if isOfApp { echoes.note(id) } }

  /// Not from under a lock: whoever is told may call any part of the SDK, or wait for who does.
  ///
  /// A line that comes of what the handler does with lines is told to it a few times, and then no more.
  package func report(_ level: Diagnostic.Level, _ code: String, _ message: String) {
    AppCall.perform {
      Self.areHeard.withValue(true) { handler(Diagnostic(level, code, message)) }
    }
  }
}
