/// How experiments work: where the document comes from, and what is served.
public struct ExperimentsConfiguration: Sendable {
  /// Where the document comes from, again and again; nil for nowhere.
  public var source: (any ExperimentSource)?
  /// A document in JSON that holds until there is one of the source; nil, the default, for none.
  ///
  /// Such as one that the app brings along, so that its first launch needs no network.
  public var document: [UInt8]?
  /// Experiences that the document binds to another environment are not served; nil serves those of all.
  ///
  /// The default is `production`: nobody who forgets to say it shows users what is meant for trying out. Experiences that
  /// are bound to none are served everywhere. A source over HTTP that asks for it asks for what it is set to.
  public var environment: String? = Self.production {
    didSet {
      guard var http = source as? HTTPExperimentSource, http.environment == oldValue else { return }
      http.environment = environment
      source = http
    }
  }
  /// How old a document may become while the app is in front, in seconds; from 1 to 86 400.
  ///
  /// The default is 300.
  public var refreshInterval: Double = 300
  /// The largest document that is taken, in bytes; from 1 024 to 16 MiB.
  ///
  /// The default is 1 MiB, which holds hundreds of experiences. A larger one is passed over, and a line of the log says so.
  public var maximumDocumentBytes = Self.standardDocumentBytes
  /// Whether reports are recorded at first; see ``Experiments/setTrackingEnabled(_:)``.
  ///
  /// The default is true.
  public var isTrackingEnabled = true

  package static let standardDocumentBytes = 1 << 20

  var boundedDocumentBytes: Int {
    min(max(maximumDocumentBytes, 1_024), HTTPExperimentSource.mostBytes)
  }

  /// The default environment.
  public static let production = "production"

  /// Fetches the document from Convert.
  ///
  /// - Parameters:
  ///   - sdkKey: The key of the project.
  ///   - secret: The key's secret, when the project demands one. None by default.
  ///   - environment: Asked for, and the only one that is served.
  public init(sdkKey: String, secret: String? = nil, environment: String? = Self.production) {
    var source = HTTPExperimentSource(key: sdkKey, secret: secret)
    source.environment = environment
    self.init(source: source)
    self.environment = environment
  }

  /// Takes the document from wherever the source has it.
  public init(source: any ExperimentSource) { self.source = source }

  /// Takes this document, and fetches none.
  public init(document: some Sequence<UInt8>) { self.document = Array(document) }
}
