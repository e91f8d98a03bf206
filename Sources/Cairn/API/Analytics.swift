public import Foundation

/// The SDK's entry point: records events in an app and delivers them.
///
/// ```swift
/// let analytics = Analytics(Configuration(writeKey: "key", endpoint: url))
/// analytics.track("Product Viewed", ["sku": "A-1", "price": 19.9])
/// ```
///
/// Create one instance and keep it as long as the app runs. Every method can be called from any
/// thread. `track`, `screen`, `identify`, `group` and `alias` write to the journal before they
/// return, in about two microseconds; the event then survives a crash or a kill of the process.
/// They do not throw or wait for the network. `record` also waits until the disk has confirmed the
/// event, and throws if it does not. Events that could not be recorded are counted in `ledger()`.
public final class Analytics: Sendable {
  /// The engine, if it was opened at once.
  private let opened: Engine?
  /// The opening of the engine on another thread.
  let opening: BackgroundOpening?
  /// The recorder of `opened`, kept here so that a call does not retain the engine.
  let recorder: Recorder?
  /// The same for `track`, which does not retain the recorder either: for an object that has weak
  /// references, that is as slow as encoding a property.
  // Safe: `opened` keeps its recorder as long as this instance exists, and a method's caller keeps
  // the instance.
  private let unretainedRecorder: Unmanaged<Recorder>?
  private let randomness: any Randomness
  let logThreshold: LogThreshold

  /// Opens the journal and starts to deliver the events that the last launch left.
  ///
  /// The call reads files for a few milliseconds, or none with `Configuration.opensInBackground`.
  ///
  /// If the folder cannot be used, the SDK works in memory: it logs this once, and
  /// `Ledger.isInMemory` is true.
  public init(_ configuration: Configuration) {
    randomness = configuration.seams.randomness
    var configuration = configuration
    logThreshold = LogThreshold(configuration.logLevel)
    configuration.logThreshold = logThreshold
    opening = configuration.opensInBackground ? BackgroundOpening(configuration) : nil
    opened = opening == nil ? Engine.open(configuration) : nil
    recorder = opened?.recorder
    unretainedRecorder = recorder.map(Unmanaged.passUnretained)
  }

  /// Makes an instance that records nothing.
  init() {
    randomness = SystemRandomness()
    logThreshold = LogThreshold(.warning)
    opening = nil
    opened = nil
    recorder = nil
    unretainedRecorder = nil
  }

  deinit {
    let (opened, opening) = (opened, opening)
    Task.detached { await (opening?.engine ?? opened)?.stop() }
  }

  /// The engine; waits until it is open.
  package var engine: Engine? { opening.map { $0.engine } ?? opened }

  /// Calls the closure with the recorder: now if it is open, else on another thread when it is.
  func whenOpen(_ act: @escaping @Sendable (Recorder) -> Void) {
    if let recorder { return act(recorder) }
    guard let opening else { return }
    Task.detached { if let recorder = opening.engine?.recorder { act(recorder) } }
  }

  // MARK: Recording

  /// Records an event.
  ///
  /// - Parameters:
  ///   - name: The event's name, such as `Order Completed`. Must not be empty.
  ///   - properties: The event's properties. The event's JSON as a whole may have at most
  ///     `Configuration.maximumEventBytes`.
  /// - Returns: The event's identifier, for `delivery(of:)`; nil when the event was refused. The
  ///   refusal is counted.
  @discardableResult
  public func track(_ name: String, _ properties: [String: Value] = [:]) -> EventID? {
    recorded(.track, name, properties)
  }

  /// Records that the user saw a screen.
  ///
  /// Returns the event's identifier, as `track` does.
  @discardableResult
  public func screen(_ name: String, _ properties: [String: Value] = [:]) -> EventID? {
    recorded(.screen, name, properties)
  }

  /// Sets the user: this event and all later ones have the identifier, across launches, until
  /// `reset()`.
  ///
  /// - Parameters:
  ///   - userID: The user's identifier in your own systems. Must not be empty, and may have in JSON
  ///     at most 1 024 bytes, or a quarter of `Configuration.maximumEventBytes` if that is less.
  ///   - traits: Traits of the user, such as `["plan": "pro"]`.
  /// - Returns: The event's identifier, as `track` does. When the event is refused because of its
  ///   content, the user is unchanged.
  @discardableResult
  public func identify(_ userID: String, traits: [String: Value] = [:]) -> EventID? {
    if let recorder { return recorder.identify(userID, traits).id }
    return opening?.identify(userID, traits)
  }

  /// Records traits of the current user, or of the anonymous one before `identify` with an
  /// identifier.
  ///
  /// - Parameter traits: Traits of the user, such as `["theme": "dark"]`.
  /// - Returns: The event's identifier, as `track` does.
  @discardableResult
  public func identify(traits: [String: Value]) -> EventID? {
    if let recorder { return recorder.identify(traits: traits).id }
    return opening?.identify(traits: traits)
  }

  /// Records that the user with the current identifier is the same as `newID`; later events have
  /// `newID`.
  ///
  /// Returns the event's identifier, as `track` does.
  @discardableResult
  public func alias(_ newID: String) -> EventID? { engine?.recorder.alias(newID).id }

  /// Removes the user: later events have a new anonymous identifier and no user.
  ///
  /// Recorded events are still delivered, except interactions with content: those that are pending
  /// are dropped (`DropReason.reset`), as Adobe's documentation requires. When this call returns,
  /// the new identifier survives the death of the process. When the keychain holds the identifier
  /// (see `Configuration.anonymousIDSurvivesReinstall`), the keychain is updated too, which may
  /// take some milliseconds. If that update fails, it is retried later, and the old identifier does
  /// not return.
  public func reset() { engine?.reset(randomness) }

  /// Records an event, and returns when it survives a loss of power.
  ///
  /// Concurrent calls share one synchronization of the disk. Returns a receipt with the position of
  /// the event. Throws `AnalyticsError`: `.refused` when the event was not recorded, `.notDurable`
  /// when it was recorded but the disk did not confirm it. `AnalyticsError.receipt` has the result
  /// of the recording.
  @discardableResult
  public func record(_ name: String, _ properties: [String: Value] = [:]) async throws -> Receipt {
    try await record(.track, name, properties)
  }

  @inline(__always)
  private func recorded(
    _ kind: EventKind, _ name: String, _ properties: [String: Value]
  ) -> EventID? {
    if let unretainedRecorder {
      return unretainedRecorder._withUnsafeGuaranteedRef { $0.record(kind, name, properties).id }
    }
    return opening?.record(kind, name, properties)
  }

  func record(
    _ kind: EventKind, _ name: String, _ properties: [String: Value]
  ) async throws -> Receipt {
    guard let engine else { throw AnalyticsError(.refused, .refused(.storageFailed)) }
    let recorded = engine.recorder.record(kind, name, properties)
    let receipt = recorded.receipt
    switch receipt {
    case .refused: throw AnalyticsError(.refused, receipt)
    case .buffered(let problem):
      throw AnalyticsError(
        .notDurable, receipt, recorded.id, detail: "the disk reports \(problem.rawValue)")
    case .stored: break
    }
    guard !engine.isInMemory else {
      throw AnalyticsError(.notDurable, receipt, recorded.id, detail: "the journal is in memory")
    }
    do {
      try await engine.upkeep.sync()
    } catch {
      throw AnalyticsError(.notDurable, .buffered(.notDurable), recorded.id, detail: "\(error)")
    }
    return receipt
  }

  // MARK: Identity

  /// The device identifier: a UUID that identifies this installation or unknown user, and is on
  /// every event; or the identifier of `Configuration.initialIdentity`, until `reset()`.
  ///
  /// It is generated at the first launch and by `reset()`, and is the same across launches. It
  /// survives a reinstallation only with `Configuration.anonymousIDSurvivesReinstall`. No two
  /// devices have the same identifier, even when a backup of one device is restored on the other.
  public var anonymousID: String { engine?.recorder.anonymousID ?? "" }

  /// The user that `identify` set; nil before the first `identify` and after `reset()`.
  ///
  /// In an app group, a change by another process shows within a second, as in `anonymousID`,
  /// `sessionID`, `groups` and `superProperties.current`.
  public var userID: String? { engine?.recorder.userID }

  // MARK: Delivery

  /// Tries to deliver all pending events now, whatever the intervals are; returns when they are
  /// delivered or an attempt failed.
  ///
  /// Events that are still pending are delivered later. After several deaths of the process during
  /// attempts in a row, a destination is not tried for a while: the call waits for a pause of up to
  /// five seconds, and does not wait for a longer one. When the calling task is cancelled, the call
  /// returns immediately and the delivery continues. In an app extension, the system is asked
  /// to let the process run meanwhile (`performExpiringActivity`).
  @discardableResult
  public func flush() async -> FlushResult {
    await engine?.flush() ?? FlushResult(destinations: [])
  }

  /// Adds a destination, or replaces the destination of the same name.
  ///
  /// A destination has a cursor in the journal that persists across launches. A destination that
  /// replaces another one, or that was added in an earlier launch, continues at the existing
  /// cursor; `start` applies only to a new one. For example, to correct a wrong key, add the
  /// destination again with the right key: it immediately delivers the events that the other one
  /// could not.
  ///
  /// The addition is not persisted. Add the destination again at the next launch; until then its
  /// events wait in the journal. Returns when the destination is active; events recorded afterwards
  /// are delivered to it.
  ///
  /// - Parameters:
  ///   - destination: The destination to add.
  ///   - start: The starting point when the destination is new; by default the destination's own
  ///     `startingPoint`.
  public func addDestination(
    _ destination: any Destination, from start: StartingPoint? = nil
  ) async {
    await engine?.add(destination, from: start ?? destination.startingPoint)
  }

  /// Stops delivering to a destination.
  ///
  /// The request in progress is cancelled. The destination's pending events stay in the journal,
  /// within `Configuration.journal`, and are delivered when the destination is added again.
  ///
  /// - Parameters:
  ///   - name: The destination's name.
  ///   - keepingEvents: Pass false to give up the pending events and to remove the destination's
  ///     cursor and counters. Its dead letters are kept.
  /// - Returns: Whether a destination of that name existed.
  @discardableResult
  public func removeDestination(_ name: String, keepingEvents: Bool = true) async -> Bool {
    await engine?.remove(name, keepingEvents: keepingEvents) ?? false
  }

  /// Returns the number of recorded events and their delivery state, one row for each destination.
  ///
  /// The call takes microseconds and never waits.
  public func ledger() -> Ledger { engine?.ledger() ?? .empty }

  /// The SDK's own metrics in this launch: queue, deliveries, latencies.
  public var diagnostics: AnalyticsDiagnostics { AnalyticsDiagnostics(engine: engine) }

  /// Delivers pending events for at most the given number of seconds, then stops.
  ///
  /// Recording calls made afterwards are refused and counted. Events that were not delivered are
  /// delivered at the next launch, so closing early, or never closing, loses no events.
  @discardableResult
  public func close(flushingForSeconds seconds: Double = 5) async -> FlushResult {
    guard let engine else { return FlushResult(destinations: []) }
    let result = await engine.flush(forSeconds: seconds)
    await engine.stop()
    return result
  }
}

extension Analytics {
  /// The identifier of the current session; nil before its first event, and when sessions are off.
  ///
  /// It is in the context of the session's events as `session.id`. The session ends as
  /// `Configuration.sessionTimeout` describes.
  public var sessionID: UUID? { engine?.recorder.session?.id.uuid }
}
