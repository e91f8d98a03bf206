import Foundation

// Sendable: mutable state is accessed only under the lock.
/// The unified log of the stubs, in memory.
public final class StubLog: @unchecked Sendable {
  /// An interpolated text of a line.
  public struct Part: Equatable, Sendable {
    /// The text.
    public let text: String
    /// Whether the text is hidden from those who may not see private data.
    public let privacy: OSLogPrivacy
  }

  /// A line that a logger has written.
  public struct Line: Equatable, Sendable {
    /// The subsystem of the logger.
    public let subsystem: String
    /// The category of the logger.
    public let category: String
    /// The level.
    public let level: OSLogType
    /// The interpolated texts, in order.
    public let parts: [Part]
  }

  /// The only instance.
  public static let shared = StubLog()

  private let lock = NSLock()
  private var written: [Line] = []

  /// The lines whose first text contains the given one, in order.
  public func lines(with text: String) -> [Line] {
    lock.withLock { written.filter { $0.parts.contains { $0.text.contains(text) } } }
  }

  func add(_ line: Line) { lock.withLock { written.append(line) } }
}
