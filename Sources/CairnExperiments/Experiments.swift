public import Cairn

/// Decides which variation of an experiment a visitor sees, and reports what came of it.
///
/// ```swift
/// let experiments = Experiments(analytics, ExperimentsConfiguration(sdkKey: "10001/20002"))
/// let visitor = experiments.context(attributes: ["plan": "pro"])
/// if visitor.runExperience("cart-test")?.key == "compact" { showCompactCart() }
/// visitor.trackConversion("purchase", data: [.amount: 19.9])
/// ```
///
/// Decisions are made on the device, by a document that is fetched, kept for later launches, and refreshed while the app is
/// in front. They are the same on every device for the same visitor, and stay what they were. What is reported is in the
/// journal of the analytics when the call returns, goes to every destination, and is reported once.
///
/// Every method may be called from any thread, and only those that are `async` wait for the network; what a context's calls
/// wait for, ``ExperimentContext`` says. Without a document there is no variation and every feature is disabled, and the
/// decision says why.
public final class Experiments: Sendable {
  /// What records the reports.
  public let analytics: Analytics
  /// How it works.
  public let configuration: ExperimentsConfiguration
  let keeper: DocumentKeeper
  package let visitors: VisitorStore
  let announcer = Announcer()
  let turns = VisitorTurns()
  /// Variations by experience, by their keys or their ids.
  let preview = Locked<[ExactText: String]>([:])
  /// Whether it was said that a preview leaves no trace.
  let saidPreview = Locked(false)
  /// Reports that the disk did not take so far, by their keys.
  let waiting = Locked(RecentlyUsed<Waiting>())
  private let tracking: Locked<Bool>
  /// With what records the reports.
  private let place = Locked<Int?>(nil)

  /// Begins: reads what was kept, and asks for the document.
  ///
  /// Reads what is remembered of visitors before it returns. The document that was kept, or is given, is read on another
  /// thread; a decision that is asked for before that is done waits for it, so that the first decision is what it was. Make
  /// one, when the app starts, and not where something is drawn.
  ///
  /// - Parameters:
  ///   - analytics: What records the reports. Its configuration names the destinations; `ConvertDestination` is the one that measures
  ///     experiments.
  ///   - configuration: How it works.
  public init(_ analytics: Analytics, _ configuration: ExperimentsConfiguration) {
    self.analytics = analytics
    self.configuration = configuration
    visitors = VisitorStore(analytics.engine)
    tracking = Locked(configuration.isTrackingEnabled)
    // Two: the first document and one that replaces it are told apart, however slowly they are read.
    let (updates, reader) = AsyncStream.makeStream(
      of: CurrentDocument.self, bufferingPolicy: .bufferingNewest(2))
    keeper = DocumentKeeper(
      source: configuration.source, given: configuration.document,
      refreshInterval: configuration.refreshInterval,
      mostBytes: configuration.boundedDocumentBytes, engine: analytics.engine, reader: reader
    ) { [announcer] current in
      if current != nil { announcer.announce(.ready) }
    }
    Task.detached(priority: .utility) { [announcer] in
      for await _ in updates { announcer.announceDocument() }
    }
    // An erasure takes the file of visitors, too, and they notice.
    let place = analytics.engine?.accompany(forget: { [weak visitors, turns] id in
      guard let id, let visitors else { return }
      // Whoever is about to remember something of them does it first.
      var troubles: [String] = []
      turns.take(id) { visitors.forget(id, saying: &troubles) }
      visitors.report(troubles)
    })
    self.place.withLock { $0 = place }
  }

  /// Returns as soon as there is a document to decide by: at once when one was kept or given.
  ///
  /// Nothing needs it: without a document, calls say so. Offline at the first launch it waits until there is a network.
  ///
  /// - Throws: ``ExperimentsError`` when there will be none: there is no source or its key is empty, and nothing was given, or
  ///   what was given is empty or no document; `CancellationError` when the task is cancelled or the analytics closed.
  public func ready() async throws { try await keeper.ready() }

  /// Asks for the document now; whether there was an answer in order.
  ///
  /// Nobody needs to: it is refreshed while the app is in front, every `refreshInterval` seconds, and when it comes to the
  /// front and the document is older than that; not while the device saves power.
  @discardableResult
  public func refresh() async -> Bool { await keeper.refresh() }

  /// A visitor, to ask what they get and to report what they do.
  ///
  /// - Parameters:
  ///   - visitorID: Who it is; nil, the default, stands for `Analytics.anonymousID`, whoever that is at each call.
  ///   - attributes: What rules may ask of the visitor.
  ///   - locationProperties: What rules may ask of the place.
  /// - Returns: A value, which costs nothing to make.
  public func context(
    visitorID: String? = nil, attributes: [String: Value] = [:],
    locationProperties: [String: Value] = [:]
  ) -> ExperimentContext {
    ExperimentContext(
      self, visitorID: visitorID, attributes: attributes, locationProperties: locationProperties)
  }

  /// Whether reports are recorded; see `setTrackingEnabled(_:)`.
  public var isTrackingEnabled: Bool { tracking.withLock { $0 } }

  /// Switches reports off or on, until the end of the process.
  ///
  /// While it is off, decisions are made and remembered as always, and nothing is reported: nor is anything kept to be
  /// reported later. A variation that is shown then is reported when it is shown again and this is on; a goal is not
  /// marked as reported. What was recorded before is still delivered: `Analytics.setConsent(_:)` is what stops that.
  public func setTrackingEnabled(_ isEnabled: Bool) { tracking.withLock { $0 = isEnabled } }

  /// What happens from now on.
  ///
  /// Who comes late is first told what happened first of each kind, so that nobody misses `ready`. A thousand wait for a
  /// listener that is slow; then the oldest goes. Ends when this ends.
  public var events: ExperimentEvents { announcer.listen() }

  deinit {
    if let place = place.withLock({ $0 }) { analytics.engine?.leave(place) }
    keeper.end()
    announcer.close()
  }

  /// What decisions are made by now.
  var snapshot: Snapshot? {
    keeper.current.map { current in
      Snapshot(
        document: current.document,
        decider: Decider(
          current.document, environment: configuration.environment, origin: current.source))
    }
  }

  struct Snapshot {
    let document: ExperimentDocument
    let decider: Decider
  }

  func say(_ level: Diagnostic.Level, _ code: String, _ message: String) {
    analytics.engine?.diagnostics.report(level, code, message)
  }
}
