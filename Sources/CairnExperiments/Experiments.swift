public import Cairn

/// Decides which variations of experiments a visitor sees, and reports exposures and conversions.
///
/// ```swift
/// let experiments = Experiments(analytics, ExperimentsConfiguration(sdkKey: "10001/20002"))
/// let visitor = experiments.context(attributes: ["plan": "pro"])
/// if visitor.runExperience("cart-test")?.key == "compact" { showCompactCart() }
/// visitor.trackConversion("purchase", data: [.amount: 19.9])
/// ```
///
/// Decisions are made on the device, from a document that is fetched, cached for later launches,
/// and refreshed while the app is in the foreground. They are the same on every device for the same
/// visitor, who keeps a variation as long as the document serves it to them. A report, the event of
/// an exposure or a conversion, is in the journal when the call returns, is sent to every
/// destination, and is recorded once.
///
/// Every method may be called from any thread. Only `async` methods wait for the network; for the
/// methods of a context see ``ExperimentContext``. Without a document there are no variations and
/// all features are disabled; decisions contain the reason.
public final class Experiments: Sendable {
  /// The instance that records the reports.
  public let analytics: Analytics
  /// The configuration of experiments.
  public let configuration: ExperimentsConfiguration
  package let keeper: DocumentKeeper
  package let visitors: VisitorStore
  let broadcaster = EventBroadcaster()
  let turns = VisitorLocks()
  /// The previewed variations: keys or IDs, by key or ID of the experience.
  let preview = Locked<[CodeUnitKey: String]>([:])
  /// Whether it was logged that a preview prevents recording.
  let saidPreview = Locked(false)
  /// The reports that are in memory only so far, by key.
  let waiting = Locked(RecentlyUsed<PendingReport>())
  /// The conversions that wait for a document with their goal.
  let conversions: ConversionStore
  let requested = Locked(RequestedExperiences())
  let resolution = Locked(Resolution())
  /// Whether the journal is about to close.
  let isClosing = Locked(false)
  private let tracking: Locked<Bool>
  /// The registration with the engine; nil without an engine.
  private let place = Locked<Int?>(nil)

  /// Makes an instance, loads what was stored, and requests the document.
  ///
  /// The stored state of visitors is read before this returns. The cached or given document is read
  /// on another thread, and a decision that is requested earlier waits for it. Make one instance
  /// when the app starts, not in code that draws the interface.
  ///
  /// - Parameters:
  ///   - analytics: The instance that records the reports. Its configuration contains the
  ///     destinations; `ConvertDestination` is the one that measures experiments.
  ///   - configuration: The configuration of experiments.
  public init(_ analytics: Analytics, _ configuration: ExperimentsConfiguration) {
    self.analytics = analytics
    self.configuration = configuration
    visitors = VisitorStore(analytics.engine)
    if let engine = analytics.engine {
      visitors.adopt(
        engine.initialVisitors, anonymousID: engine.anonymousID, redactor: engine.recorder.redactor)
    }
    conversions = ConversionStore(analytics.engine?.userFolder(named: "conversions") ?? .inMemory)
    tracking = Locked(configuration.isTrackingEnabled)
    // Two elements are buffered, so that the first document and a replacement are sent as two
    // events.
    let (updates, reader) = AsyncStream.makeStream(
      of: CurrentDocument.self, bufferingPolicy: .bufferingNewest(2))
    keeper = DocumentKeeper(
      source: configuration.source, given: configuration.document,
      refreshInterval: configuration.refreshInterval,
      maximumBytes: configuration.boundedDocumentBytes, engine: analytics.engine, reader: reader
    ) { [broadcaster] current in
      if current != nil { broadcaster.send(.ready) }
    }
    Task.detached(priority: .utility) { [broadcaster, weak self] in
      for await _ in updates {
        broadcaster.sendDocument()
        self?.resolveInBackground()
      }
    }
    // An erasure also removes the visitors' files, which the store detects. Only a reset is handled
    // here.
    let place = analytics.engine?.accompany(
      closing: { [weak self] in self?.isClosing.withLock { $0 = true } },
      forget: { [weak visitors, turns] id in
        guard let id, let visitors else { return }
        // With the visitor's lock, a change in progress is completed first and then removed.
        var troubles: [String] = []
        // A redaction rule may be a closure of the app, so the names are computed before the lock
        // is taken.
        let names = visitors.names.everyStored(id)
        for name in names {
          turns.take(name) { visitors.forget(stored: names, saying: &troubles) }
        }
        visitors.report(troubles)
      }, waiting: { [conversions] in conversions.count })
    self.place.withLock { $0 = place }
    keeper.whenFetched { [weak self] in self?.resolveInBackground() }
    resolveInBackground()
  }

  /// Waits until there is a document; returns at once when one was cached or given.
  ///
  /// Calling it is optional: without a document, decisions say so. Offline at the first launch, it
  /// waits until the network is available.
  ///
  /// - Throws: ``ExperimentsError`` when there will never be a document: there is no source or its
  ///   key is empty and no document was given, or the given document is empty or invalid.
  ///   `CancellationError` when the task is cancelled or the analytics instance is closed.
  public func ready() async throws { try await keeper.ready() }

  /// Requests the document now; returns whether the response was valid.
  ///
  /// Calling it is optional. The document is refreshed every `refreshInterval` seconds while the
  /// app is in the foreground, and when the app comes to the foreground and the document is older
  /// than that. It is not refreshed in low power mode.
  @discardableResult
  public func refresh() async -> Bool { await keeper.refresh() }

  /// Returns a context for a visitor.
  ///
  /// - Parameters:
  ///   - visitorID: The ID of the visitor; nil, the default, uses the value of
  ///     `Analytics.anonymousID` at each call.
  ///   - attributes: The visitor's attributes for rules.
  ///   - locationProperties: The properties of the visitor's location for rules.
  /// - Returns: A context; it is cheap to make.
  public func context(
    visitorID: String? = nil, attributes: [String: Value] = [:],
    locationProperties: [String: Value] = [:]
  ) -> ExperimentContext {
    ExperimentContext(
      self, visitorID: visitorID, attributes: attributes, locationProperties: locationProperties)
  }

  /// Whether reports are recorded; see `setTrackingEnabled(_:)`.
  public var isTrackingEnabled: Bool { tracking.withLock { $0 } }

  /// Enables or disables reports, until the end of the process.
  ///
  /// While reports are disabled, decisions are made and stored as usual, but nothing is reported or
  /// kept for a later report. A variation is reported when it is shown again after reports were
  /// enabled. A goal is not marked as reported. Events that were recorded before are still
  /// delivered; `Analytics.setConsent(_:)` can prevent that.
  public func setTrackingEnabled(_ isEnabled: Bool) {
    tracking.withLock { $0 = isEnabled }
    if isEnabled { resolveInBackground() }
  }

  /// Returns a sequence of the events from now on.
  ///
  /// It begins with the first event of each kind that has already happened, so that `ready` is
  /// never missed. At most 1 000 events are buffered for a slow listener; beyond that the oldest is
  /// dropped. The sequence ends when this instance is deallocated.
  public var events: ExperimentEvents { broadcaster.listen() }

  deinit {
    if let place = place.withLock({ $0 }) { analytics.engine?.leave(place) }
    keeper.end()
    broadcaster.close()
  }

  /// The current document, and the engine for it.
  var snapshot: Snapshot? {
    keeper.current.map { current in
      Snapshot(
        document: current.document,
        engine: DecisionEngine(
          current.document, environment: configuration.environment, origin: current.source))
    }
  }

  struct Snapshot {
    let document: ExperimentDocument
    let engine: DecisionEngine
  }

  func say(_ level: Diagnostic.Level, _ code: String, _ message: String) {
    analytics.engine?.diagnostics.report(level, code, message)
  }
}
