/// An error in the app's configuration because of which no experience can be decided.
public struct ExperimentsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The code of the problem; later versions may add codes.
  public struct Code: Hashable, Sendable {
    /// The name of the code.
    public let rawValue: String

    private init(_ rawValue: String) { self.rawValue = rawValue }

    /// The key of the project is empty.
    public static let emptyKey = Code("emptyKey")
    /// The given document is empty, or there is neither a document nor a source.
    public static let emptyDocument = Code("emptyDocument")
    /// The given document is not valid.
    public static let invalidDocument = Code("invalidDocument")
  }

  /// The code of the problem.
  public let code: Code
  /// A description for readers.
  public let description: String

  /// Makes an error, for example for the `problem` of your own source.
  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
