/// The front door: records what happens in an app and delivers it.
///
/// ```swift
/// let analytics = Analytics(Configuration(writeKey: "key", endpoint: url))
/// analytics.track("Product Viewed", ["sku": "A-1", "price": 19.9])
/// ```
///
/// Make one and keep it as long as the app runs. Every method may be called from any thread. Those that record write
/// to the journal before they return, in about two microseconds: from then on the event survives a crash or a kill of
/// the process. They never throw, trap, or wait for the network; what could not be recorded is counted in `ledger()`.
public final class Analytics: Sendable {
  package let engine: Engine?
  private let randomness: any Randomness

  /// Opens the journal and begins to deliver what the last run left.
  ///
  /// Costs a few milliseconds of reading.
  ///
  /// With a folder that cannot be used it works in memory: then it says so once, and `Ledger.isInMemory` is true.
  public init(_ configuration: Configuration) {
    randomness = configuration.seams.randomness
    engine = Engine.open(configuration)
  }

  deinit {
    let engine = self.engine
    Task.detached { await engine?.stop() }
  }

  // MARK: Recording

  /// Records that something happened.
  ///
  /// - Parameters:
  ///   - name: What happened, such as `Order Completed`. Not empty.
  ///   - properties: More about it. At most `Configuration.maximumEventBytes` with all the rest.
  /// - Returns: The event's identifier, for `delivery(of:)`; nil when it was refused, which is counted.
  @discardableResult
  public func track(_ name: String, _ properties: [String: Value] = [:]) -> EventID? {
    engine?.recorder.record(.track, name, properties).id
  }

  /// Records that something happened, with any `Encodable` struct as its properties.
  ///
  /// Costs several times as much as a dictionary. What does not encode to named values is refused and counted. Returns as
  /// with a dictionary.
  @discardableResult
  public func track(_ name: String, properties: some Encodable) -> EventID? {
    guard let properties = encode(properties, name) else { return nil }
    return engine?.recorder.record(.track, name, properties).id
  }

  /// Records that somebody saw a screen.
  ///
  /// Returns as `track` does.
  @discardableResult
  public func screen(_ name: String, _ properties: [String: Value] = [:]) -> EventID? {
    engine?.recorder.record(.screen, name, properties).id
  }

  /// Says who the user is: this event and all later ones bear the identifier, across launches, until `reset()`.
  ///
  /// - Parameters:
  ///   - userID: The user's identifier in your own systems. Not empty, and in JSON at most 1 024 bytes long, or a quarter of
  ///     `Configuration.maximumEventBytes` if that is less.
  ///   - traits: What is known about the user, such as `["plan": "pro"]`.
  /// - Returns: The event's identifier, as `track` does. When the event is refused for what it is, nothing changes.
  @discardableResult
  public func identify(_ userID: String, traits: [String: Value] = [:]) -> EventID? {
    engine?.recorder.identify(userID, traits).id
  }

  /// Says that the user belongs to a group, such as a company.
  ///
  /// Returns as `track` does.
  @discardableResult
  public func group(_ groupID: String, traits: [String: Value] = [:]) -> EventID? {
    engine?.recorder.record(.group, groupID, traits).id
  }

  /// Says that the user, known so far by the present identifier, is the same as `newID`; later events bear that.
  ///
  /// Returns as `track` does.
  @discardableResult
  public func alias(_ newID: String) -> EventID? { engine?.recorder.alias(newID).id }

  /// Forgets the user: later events bear a new anonymous identifier and no user.
  ///
  /// Recorded events are still delivered, but for interactions with content: those that wait are given up (`DropReason.reset`),
  /// as Adobe's documents have it. The new identifier survives the death of the process when this returns. Where
  /// the keychain holds it (see `Configuration.anonymousIDSurvivesReinstall`), that is told too, which may take some
  /// milliseconds; if it fails, it is told later, and the old identifier does not come back.
  public func reset() { engine?.reset(randomness) }

  /// Records that something happened, and returns when it is safe against a loss of power.
  ///
  /// Several callers at once share one synchronisation of the disk. Returns where the event is stored. Throws
  /// `AnalyticsError`: `.refused` when the event was not recorded, `.notDurable` when it was but the disk did not confirm
  /// it; `AnalyticsError.receipt` tells what became of it.
  @discardableResult
  public func record(_ name: String, _ properties: [String: Value] = [:]) async throws -> Receipt {
    try await record(.track, name, properties)
  }

  func record(
    _ kind: EventKind, _ name: String, _ properties: [String: Value]
  ) async throws -> Receipt {
    guard let engine else { throw AnalyticsError(.refused, .dropped(.storageFailed)) }
    let recorded = engine.recorder.record(kind, name, properties)
    let receipt = recorded.receipt
    switch receipt {
    case .dropped: throw AnalyticsError(.refused, receipt)
    case .buffered(let problem):
      throw AnalyticsError(
        .notDurable, receipt, recorded.id, detail: "the disk says \(problem.rawValue)")
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

  /// The device id: a UUID that stands for this installation or unknown user, and on every event.
  ///
  /// It is made at the first start and by `reset()`, and stays the same across launches; across a reinstall only with
  /// `Configuration.anonymousIDSurvivesReinstall`. No two devices have the same one, also when a backup of one is
  /// restored on the other.
  public var anonymousID: String { engine?.recorder.anonymousID ?? "" }

  /// The user that `identify` named; nil before and after `reset()`.
  public var userID: String? { engine?.recorder.userID }

  // MARK: Delivery

  /// Tries to deliver all that waits now, whatever the intervals say; returns when it is delivered
  /// or an attempt failed.
  ///
  /// What waits then is delivered later, and so is all that waits while a destination is left alone because the process
  /// died during several attempts in a row; a pause of up to five seconds is waited for. When the task that calls it is cancelled, it returns at
  /// once, and the delivery goes on.
  @discardableResult
  public func flush() async -> FlushResult {
    await engine?.flush() ?? FlushResult(destinations: [])
  }

  /// Delivers to one more destination from now on, or to this one in place of another of the same name.
  ///
  /// A destination has a cursor in the journal, which it keeps from launch to launch. One that replaces another, or
  /// that was here before, goes on where that one was; `start` is for one that is new. So after a wrong key, add the
  /// destination again with the right one: it delivers at once what the other could not.
  ///
  /// It is not remembered: at the next launch, add it again, or its events wait for it in the journal. Returns when
  /// the destination is at work; events that are recorded afterwards are delivered to it.
  ///
  /// - Parameters:
  ///   - destination: What takes the events.
  ///   - start: Where it begins when it is new; by default where the destination itself says.
  public func addDestination(
    _ destination: any Destination, from start: StartingPoint? = nil
  ) async {
    await engine?.add(destination, from: start ?? destination.startingPoint)
  }

  /// Stops delivering to a destination.
  ///
  /// What is under way is cancelled. What waits for it stays in the journal, within `Configuration.journal`, and is
  /// delivered when the destination is added again.
  ///
  /// - Parameters:
  ///   - name: The destination's name.
  ///   - keepingEvents: False gives up what waits for it and forgets its place and its account; its dead letters stay.
  /// - Returns: Whether there was one of that name.
  @discardableResult
  public func removeDestination(_ name: String, keepingEvents: Bool = true) async -> Bool {
    await engine?.remove(name, keepingEvents: keepingEvents) ?? false
  }

  /// What was recorded, and what became of it: a row a destination.
  ///
  /// Costs microseconds; never waits.
  public func ledger() -> Ledger { engine?.ledger() ?? .empty }

  /// How the SDK itself is doing in this run: queue, deliveries, latencies.
  public var diagnostics: AnalyticsDiagnostics { AnalyticsDiagnostics(engine: engine) }

  /// Delivers what waits, for at most so many seconds, then stops.
  ///
  /// Calls that record afterwards are refused and counted. What is not delivered is delivered at the next start, so
  /// nothing is lost by closing early, or by never closing.
  @discardableResult
  public func close(flushingForSeconds seconds: Double = 5) async -> FlushResult {
    guard let engine else { return FlushResult(destinations: []) }
    let result = await engine.flush(forSeconds: seconds)
    await engine.stop()
    return result
  }

  private func encode(_ properties: some Encodable, _ name: String) -> [String: Value]? {
    do {
      return try ValueEncoder.properties(properties)
    } catch {
      engine?.recorder.refuse(.notEncodable, name, detail: ValueEncoder.reason(error))
      return nil
    }
  }
}
