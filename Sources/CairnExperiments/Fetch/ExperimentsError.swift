/// Why there can be no experiments with this configuration.
public struct ExperimentsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong; an open set.
  public struct Code: Hashable, Sendable {
    /// The code's name.
    public let rawValue: String

    private init(_ rawValue: String) { self.rawValue = rawValue }

    /// The key of the project is empty.
    public static let emptyKey = Code("emptyKey")
    /// The document that was given has no bytes, or none was given and there is no source.
    public static let emptyDocument = Code("emptyDocument")
    /// The document that was given is not valid.
    public static let invalidDocument = Code("invalidDocument")
  }

  /// What is wrong.
  public let code: Code
  /// The sentence for people.
  public let description: String

  /// Makes an error, as a source of your own does for its `problem`.
  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
