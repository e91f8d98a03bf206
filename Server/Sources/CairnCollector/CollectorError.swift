/// An error that prevents a collector from being created or run.
///
/// The codes are an open set: match the ones you handle, and keep a default for the others.
public struct CollectorError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of a failure, an open set that may grow.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The code as text, stable across versions.
    public let rawValue: String

    /// Creates a code from its text.
    ///
    /// - Parameter rawValue: The text, as ``rawValue`` gives it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A value of the configuration is out of its range; nothing was opened.
    public static let invalidConfiguration = Code(rawValue: "invalidConfiguration")
    /// The database file could not be opened, or does not belong to a collector.
    public static let databaseUnavailable = Code(rawValue: "databaseUnavailable")
    /// The address could not be bound, usually because another process uses the port.
    public static let cannotListen = Code(rawValue: "cannotListen")
    /// The collector has stopped, or was run a second time; create a new one.
    public static let notRunning = Code(rawValue: "notRunning")
  }

  /// The kind of the failure.
  public let code: Code

  /// The failure and its remedy for a person; never contains a key.
  public let message: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: The kind of the failure.
  ///   - message: The failure and its remedy for a person.
  public init(code: Code, message: String) {
    self.code = code
    self.message = message
  }

  /// The code and the message in one line.
  public var description: String { "\(code.rawValue): \(message)" }

  static func invalid(_ message: String) -> CollectorError {
    CollectorError(code: .invalidConfiguration, message: message)
  }
}
