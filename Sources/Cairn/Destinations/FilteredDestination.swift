/// A destination that receives only some of the events of another one.
///
/// Name, cursor and schedule are those of the base, so a filter can be added and removed from
/// version to version.
struct FilteredDestination<Base: Destination>: Destination {
  private let base: Base
  private let includes: @Sendable (StoredEvent) -> Bool

  init(_ base: Base, _ includes: @escaping @Sendable (StoredEvent) -> Bool) {
    self.base = base
    self.includes = includes
  }

  var name: String { base.name }
  var limits: BatchLimits { base.limits }
  var schedule: DeliverySchedule? { base.schedule }
  var host: String? { base.host }
  var settings: String { base.settings }
  var startingPoint: StartingPoint { base.startingPoint }
  var mixesContexts: Bool { base.mixesContexts }
  var sealsAhead: Bool { base.sealsAhead }
  var kinds: Set<EventKind> { base.kinds }

  func accepts(_ event: StoredEvent) -> Bool { base.accepts(event) && includes(event) }
  func attach(to context: DestinationContext) { base.attach(to: context) }
  func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    base.seal(events, context: context)
  }
  func deliver(_ batch: Batch) async -> Outcome { await base.deliver(batch) }
}

extension FilteredDestination: BackgroundDestination where Base: BackgroundDestination {
  func request(for batch: Batch) -> HTTPRequest? { base.request(for: batch) }
  func outcome(of response: HTTPResponse, for batch: Batch) -> Outcome {
    base.outcome(of: response, for: batch)
  }
}

extension FilteredDestination: FlushableDestination where Base: FlushableDestination {
  func flush() async { await base.flush() }
}

extension Destination {
  /// Returns a destination that receives only the events for which the closure returns true.
  ///
  /// ```swift
  /// Configuration(destinations: [
  ///   HTTPDestination(endpoint: url, writeKey: "key"),
  ///   MixpanelDestination(token: "token").filter { $0.name.hasPrefix("Order") },
  /// ])
  /// ```
  ///
  /// The events that it does not receive are counted as filtered in the ledger. Filters can follow
  /// one another; an event must pass them all. Name, cursor and schedule are those of this
  /// destination, so a filter can be added and removed from version to version; it applies to the
  /// events that are not yet in a batch.
  ///
  /// The closure is called once for each event when a batch is made, on no particular thread, and
  /// again after a crash; it must return the same for the same event. It sees the event's own
  /// context only, not the context that all events of the app share. A damaged event is passed on,
  /// so that it is counted as damaged.
  public func filter(
    _ includes: @escaping @Sendable (DecodedEvent) -> Bool
  ) -> any Destination {
    FilteredDestination(self) { DecodedEvent($0).map(includes) ?? true }
  }

  /// Returns a destination that receives only the `track` and `screen` events with these names.
  ///
  /// The other kinds of events have no name that an app chose, and are not received. For those of
  /// `identify` as well: `filter { $0.kind == .identify || names.contains($0.name) }`.
  public func filter(names: Set<String>) -> any Destination {
    filter { $0.hasName && names.contains($0.name) }
  }

  /// Returns a destination that receives all events but the `track` and `screen` events with these
  /// names; it receives those of the other kinds.
  public func filter(excludingNames names: Set<String>) -> any Destination {
    filter { !$0.hasName || !names.contains($0.name) }
  }

  /// Returns a destination that receives only events of these kinds.
  public func filter(kinds: Set<EventKind>) -> any Destination {
    FilteredDestination(self) { kinds.contains($0.kind) }
  }

  /// Returns a destination that receives the events of a fraction of the users, always of the same
  /// ones.
  ///
  /// A user is known by `userID`, and before `identify` by `anonymousID`; so a person can come into
  /// the sample, or leave it, with `identify`. Every installation and every destination decides in
  /// the same way about the same user. A greater fraction keeps the users of a smaller one.
  ///
  /// - Parameter fraction: From 0 to 1; a value outside is taken for the nearer end, NaN for 0.
  /// - Returns: The destination with the filter.
  public func sample(usersFraction fraction: Double) -> any Destination {
    let limit = (fraction > 0 ? min(fraction, 1) : 0) * 0x1p32
    return filter { event in
      let hash = XXH64.hash(Array((event.userID ?? event.anonymousID).utf8), seed: 0)
      return Double(hash >> 32) < limit
    }
  }
}

extension DecodedEvent {
  /// Whether the event has a name that the app chose.
  fileprivate var hasName: Bool { kind == .track || kind == .screen }
}
