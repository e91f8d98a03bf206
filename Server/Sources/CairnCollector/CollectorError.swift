/// Says why a collector could not be made or run.
///
/// The codes are an open set: match the ones you handle, and keep a default for the others.
public struct CollectorError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Names the kind of a failure, in an open set that may grow.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The code as text, stable across versions.
    public let rawValue: String

    /// Makes a code from its text.
    ///
    /// - Parameter rawValue: The text, as ``rawValue`` gives it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A value of the configuration is out of its range; nothing was opened.
    public static let invalidConfiguration = Code(rawValue: "invalidConfiguration")
    /// The database file could not be opened, or is not a collector's.
    public static let databaseUnavailable = Code(rawValue: "databaseUnavailable")
    /// The address could not be bound, mostly because another process has the port.
    public static let cannotListen = Code(rawValue: "cannotListen")
    /// The collector has ended, or was run a second time; make a new one.
    public static let notRunning = Code(rawValue: "notRunning")
  }

  /// The kind of the failure.
  public let code: Code

  /// What failed and what would mend it, for a person; never a key.
  public let message: String

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - code: The kind of the failure.
  ///   - message: What failed and what would mend it, for a person.
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
