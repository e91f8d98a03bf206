/// A source of the document of experiments, such as a service, your own server or a file.
///
/// ```swift
/// struct FromMyServer: ExperimentSource {
///   let name = "my server"
///   func fetch(etag: String?) async throws -> FetchedDocument { … }
/// }
/// ```
public protocol ExperimentSource: Sendable {
  /// A name that distinguishes this source from others: a document is only used for the source with
  /// its name.
  ///
  /// Only a hash of it is stored, and it is not logged.
  var name: String { get }

  /// The interval between requests in seconds; nil, the default, uses that of the configuration.
  var refreshInterval: Double? { get }

  /// The reason why this source can never provide a document, such as an empty key; nil, the
  /// default, for none.
  ///
  /// It is read once, before anything is fetched.
  var problem: ExperimentsError? { get }

  /// Fetches the document.
  ///
  /// It is called on any thread, but not concurrently. It must return early when its task is
  /// cancelled, which happens after 60 seconds. It does not have to validate the document: an
  /// invalid document is ignored.
  ///
  /// - Parameter etag: The ETag of the current document; nil when there is none.
  /// - Returns: The document, or that it is unchanged.
  /// - Throws: An error when there is no document. It is logged, and the last valid document stays
  ///   in use. ``ExperimentSourceError`` can specify when to retry.
  func fetch(etag: String?) async throws -> FetchedDocument
}

extension ExperimentSource {
  /// Uses the interval of the configuration.
  public var refreshInterval: Double? { nil }

  /// Nil, because the source has no problem by default.
  public var problem: ExperimentsError? { nil }
}

/// The result of fetching the document.
public enum FetchedDocument: Hashable, Sendable {
  /// The document is unchanged since the given ETag.
  case unchanged
  /// A JSON document, and its ETag for the next request, if it has one.
  case document([UInt8], etag: String?)
}

/// A failure to fetch a document.
public struct ExperimentSourceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A description of the failure for the log, without keys.
  public var description: String
  /// The seconds until the next attempt; nil when the source did not specify them.
  ///
  /// At most 300 seconds are respected.
  public var retryAfter: Double?

  /// Creates an error.
  public init(_ description: String, retryAfter: Double? = nil) {
    self.description = description
    self.retryAfter = retryAfter
  }
}
