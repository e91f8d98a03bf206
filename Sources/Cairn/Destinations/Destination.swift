/// A service to which events are delivered, with its own cursor in the journal.
///
/// Implement this protocol to deliver events to a service. The SDK calls `seal` for each
/// batch, stores the result, and calls `deliver` with it until the batch is settled. Batches are
/// delivered one at a time, in the order in which the events were recorded, on no particular
/// thread. A destination that is slow or down does not delay other destinations or callers.
public protocol Destination: Sendable {
  /// The name of the destination and of its cursor.
  ///
  /// It must be unique among an app's destinations, and the same in every version of the app. It
  /// may contain letters, digits, `.`, `_` and `-`. Other characters are shown as `_`, and `~` and
  /// a hash are appended.
  var name: String { get }

  /// The limits of a batch.
  ///
  /// The SDK reads them before each batch. The default is 500 events and 475 000 bytes.
  var limits: BatchLimits { get }

  /// The delivery schedule.
  ///
  /// The default, nil, is the schedule of the configuration.
  var schedule: DeliverySchedule? { get }

  /// The host to which the destination sends, with the port.
  ///
  /// While a host fails, only one of the destinations that share it makes attempts. The default,
  /// nil, means that the destination shares its host with no other one.
  var host: String? { get }

  /// The values whose change could resolve a refusal, such as the key and the address.
  ///
  /// A halted destination is tried immediately at the next start if this text has changed, and
  /// otherwise at the end of its pause. Only a hash of the text is stored. The default is empty.
  var settings: String { get }

  /// The starting point of a new destination.
  ///
  /// The default is the oldest event in the journal.
  var startingPoint: StartingPoint { get }

  /// Whether a batch may contain events of several launches, whose contexts differ.
  ///
  /// If true, `seal` receives the context of the last one. The default is false.
  var mixesContexts: Bool { get }

  /// Whether the SDK may call `seal` for the next batch while `deliver` runs.
  ///
  /// If true and many events wait, the next batch is prepared during a request, so that a backlog
  /// is delivered sooner. The result of `seal` must then depend on its arguments alone, and may be
  /// discarded. The default is false: `seal` is called when the batch before is settled.
  var sealsAhead: Bool { get }

  /// The kinds of events that the destination receives.
  ///
  /// Events of other kinds do not wait for this destination, do not start a delivery to it, and are
  /// counted as filtered. The default is `EventKind.ordinary`, which is every kind except
  /// interactions with content. The value must never change.
  var kinds: Set<EventKind> { get }

  /// Returns whether the destination accepts an event of its kinds.
  ///
  /// Events that it does not accept are counted as filtered when a batch is made; until then they
  /// count towards `DeliverySchedule.flushAt`. The default is true. The result must be the same in
  /// every call for the same event.
  func accepts(_ event: StoredEvent) -> Bool

  /// Gives the destination its context.
  ///
  /// It is called before all other methods. It is called again when the destination is added again,
  /// after an erasure, and, if the destination receives only interactions, at `Analytics.reset()`.
  /// The destination must then discard all state that is not in `DestinationContext.stored`. The
  /// default does nothing.
  func attach(to context: DestinationContext)

  /// Returns the body of a batch.
  ///
  /// The body is stored, and every attempt sends it unchanged, also after a crash. `context` is the
  /// JSON object, in UTF-8, that all of the events share. The default is an empty body, for
  /// destinations that deliver `Batch.events`.
  func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8]

  /// Delivers a batch and returns the outcome.
  ///
  /// It may take up to 20 minutes. After that time, and when the SDK is closed, its task is
  /// cancelled. The SDK then ignores the returned outcome and sends the batch again, later or at
  /// the next start.
  func deliver(_ batch: Batch) async -> Outcome
}

extension Destination {
  /// 500 events and 475 000 bytes.
  public var limits: BatchLimits { BatchLimits() }

  /// Nil, which selects the schedule of the configuration.
  public var schedule: DeliverySchedule? { nil }

  /// Nil, which stands for a host that no other destination shares.
  public var host: String? { nil }

  /// An empty text, the default.
  public var settings: String { "" }

  /// The oldest event, the default.
  public var startingPoint: StartingPoint { .oldest }

  /// False, the default.
  public var mixesContexts: Bool { false }

  /// False, the default.
  public var sealsAhead: Bool { false }

  /// All kinds except interactions with content, the default.
  public var kinds: Set<EventKind> { EventKind.ordinary }

  /// Returns true for every event.
  public func accepts(_ event: StoredEvent) -> Bool { true }

  /// Does nothing.
  public func attach(to context: DestinationContext) {}

  /// Returns an empty body.
  public func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] { [] }
}

/// The first event that a destination without a cursor in the journal receives.
public enum StartingPoint: Hashable, Sendable {
  /// The oldest event that is still on the disk, even if all other destinations have settled it.
  case oldest
  /// The next event that is recorded.
  case now
}
