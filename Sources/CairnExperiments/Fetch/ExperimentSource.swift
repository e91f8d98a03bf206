/// Where the document of the experiments comes from: a service, your own server, a file.
///
/// ```swift
/// struct FromMyServer: ExperimentSource {
///   let name = "my server"
///   func fetch(etag: String?) async throws -> FetchedDocument { … }
/// }
/// ```
public protocol ExperimentSource: Sendable {
  /// Tells this source from others: what was got from another name is not taken for what this one has.
  ///
  /// It is hashed, and neither stored nor logged.
  var name: String { get }

  /// How often the document is asked for, in seconds; nil, the default, for as often as the configuration says.
  var refreshInterval: Double? { get }

  /// Why nothing can ever be got from here, such as an empty key; nil, the default, when nothing speaks against it.
  ///
  /// Asked once, before anything is fetched.
  var problem: ExperimentsError? { get }

  /// Gets the document.
  ///
  /// Called on any thread, once at a time. Must end early when its task is cancelled, which happens after 60 seconds. The
  /// document need not be checked: what is not a valid one is passed over.
  ///
  /// - Parameter etag: The mark of the document that is there already; nil when there is none.
  /// - Returns: The document, or that it is unchanged.
  /// - Throws: Why there is none: that is logged, and the last good one stays. ``ExperimentSourceError`` says when to ask again.
  func fetch(etag: String?) async throws -> FetchedDocument
}

extension ExperimentSource {
  /// As often as the configuration says.
  public var refreshInterval: Double? { nil }

  /// Nothing.
  public var problem: ExperimentsError? { nil }
}
