/// The result of fetching the document.
public enum FetchedDocument: Hashable, Sendable {
  /// The document is unchanged since the given ETag.
  case unchanged
  /// A JSON document, and its ETag for the next request, if it has one.
  case document([UInt8], etag: String?)
}
