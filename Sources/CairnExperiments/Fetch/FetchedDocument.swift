/// What a source of experiments has.
public enum FetchedDocument: Hashable, Sendable {
  /// The document is the one whose mark was given.
  case unchanged
  /// A document in JSON, and its mark, if it has one, for the next time.
  case document([UInt8], etag: String?)
}
