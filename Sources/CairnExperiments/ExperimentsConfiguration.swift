/// The configuration of experiments: the source of the document, and the experiences that are
/// served.
public struct ExperimentsConfiguration: Sendable {
  /// The source of the document; nil for none.
  public var source: (any ExperimentSource)?
  /// A JSON document that is used until the source provides one; nil, the default, for none.
  ///
  /// For example, a document in the app's bundle makes the first launch independent of the network.
  public var document: [UInt8]?
  /// The environment whose experiences are served; nil serves those of all environments.
  ///
  /// The default is `production`, so that an unset value never exposes test experiences to users.
  /// Experiences without an environment are served in all of them. If the source is an
  /// `HTTPExperimentSource` with the same environment, setting this property also changes the
  /// environment of the source.
  public var environment: String? = Self.production {
    didSet {
      guard var http = source as? HTTPExperimentSource, http.environment == oldValue else { return }
      http.environment = environment
      source = http
    }
  }
  /// The maximum age of the document while the app is in the foreground, in seconds; from 1 to
  /// 86 400.
  ///
  /// The default is 300.
  public var refreshInterval: Double = 300
  /// The maximum size of a document, in bytes; from 1 024 to 16 MiB.
  ///
  /// The default is 1 MiB, which is enough for hundreds of experiences. A larger document is
  /// ignored, and the log says so.
  public var maximumDocumentBytes = Self.standardDocumentBytes
  /// Whether exposures and conversions are reported from the start.
  ///
  /// ``Experiments/setTrackingEnabled(_:)`` changes this until the process ends.
  ///
  /// The default is true.
  public var isTrackingEnabled = true

  package static let standardDocumentBytes = 1 << 20

  var boundedDocumentBytes: Int {
    min(max(maximumDocumentBytes, 1_024), HTTPExperimentSource.maximumBytes)
  }

  /// The default environment.
  public static let production = "production"

  /// Makes a configuration that fetches the document from Convert.
  ///
  /// - Parameters:
  ///   - sdkKey: The SDK key of the project.
  ///   - secret: The secret of the key, if the project requires one. None by default.
  ///   - environment: The environment that is requested and served.
  public init(sdkKey: String, secret: String? = nil, environment: String? = Self.production) {
    var source = HTTPExperimentSource(key: sdkKey, secret: secret)
    source.environment = environment
    self.init(source: source)
    self.environment = environment
  }

  /// Makes a configuration that fetches the document from a source.
  public init(source: any ExperimentSource) { self.source = source }

  /// Makes a configuration with a fixed document, without a source.
  public init(document: some Sequence<UInt8>) { self.document = Array(document) }
}
