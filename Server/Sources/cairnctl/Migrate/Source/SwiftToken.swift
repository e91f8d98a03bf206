/// A token of Swift source that matters for finding calls; comments and space are none.
struct SwiftToken: Equatable {
  enum Kind: Equatable {
    case identifier
    /// A string, with everything in its interpolations.
    case string
    case number
    /// A single character of an operator or a bracket.
    case mark
  }

  var kind: Kind
  /// The place in the bytes of the source.
  var range: Range<Int>
  var text: String
  /// The number of the line, from 1.
  var line: Int
}

/// The reason why a source cannot be split into tokens.
struct SwiftTokenError: Error, Equatable {
  var line: Int
  var reason: String
}
