import Foundation

// Sendable: mutable state is accessed only under the lock.
/// The unified log of the stubs, in memory.
public final class StubLog: @unchecked Sendable {
  /// An interpolated text of a line.
  public struct Part: Equatable, Sendable {
    public let text: String
    public let privacy: OSLogPrivacy
  }

  /// A line that a logger has written.
  public struct Line: Equatable, Sendable {
    public let subsystem: String
    public let category: String
    public let level: OSLogType
    public let parts: [Part]

    public init(subsystem: String, category: String, level: OSLogType, parts: [Part]) {
      self.subsystem = subsystem
      self.category = category
      self.level = level
      self.parts = parts
    }
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
