/// Where events go: one back end, with a cursor in the journal of its own.
///
/// Conform to this to deliver to whatever takes events. The pipeline calls `seal` once a batch, stores what it returns,
/// and calls `deliver` with it until the batch is settled; one batch at a time, in the order in which the events were
/// recorded, on no particular thread. A destination that is slow or down holds up no other one and no caller.
public protocol Destination: Sendable {
  /// Names the cursor: unique among an app's destinations, and the same in every version of the app. Letters, digits,
  /// `.`, `_` and `-`; one with anything else is shown with that replaced by `_`, and `~` and a hash behind it.
  var name: String { get }

  /// How much the destination takes at once. Asked before each batch. The default is 500 events and 475 000 bytes.
  var limits: BatchLimits { get }

  /// How often it is delivered to. The default, nil, is what the configuration says.
  var schedule: DeliverySchedule? { get }

  /// The host that it sends to, with the port: while a host fails, one destination tries it for all that share it. The
  /// default, nil, is a host of its own.
  var host: String? { get }

  /// Changes with whatever could mend a refusal: the key, the address. A destination that was halted is tried at once
  /// at the next start if this has changed, and otherwise when its pause is over. Only a hash of it is stored. The
  /// default is empty.
  var settings: String { get }

  /// Where it begins when it is new. The default is the oldest event that the journal still has.
  var startingPoint: StartingPoint { get }

  /// Whether a batch may hold events of several launches, whose contexts differ. Then `seal` is given the context of
  /// the last one. The default is no.
  var mixesContexts: Bool { get }

  /// The kinds of events that it is for: others wait for it nowhere, begin no delivery to it and are counted as filtered.
  /// The default is `EventKind.ordinary`, all but interactions with content. Must always be the same.
  var kinds: Set<EventKind> { get }

  /// Whether this destination wants the event, which is of its kinds. Events that it does not want are counted as filtered
  /// when a batch is made; until then they count like others towards `DeliverySchedule.flushAt`. The default is yes. Must give the
  /// same answer whenever it is asked.
  func accepts(_ event: StoredEvent) -> Bool

  /// Tells the destination where it is at work, before anything else; again when it is added again, when everything was
  /// erased, and, if it is for interactions alone, at `Analytics.reset()`: what `DestinationContext.kept` does not hold then is
  /// to be forgotten. The default does nothing.
  func attach(to context: DestinationContext)

  /// Makes the body of a batch. It is stored, and is what every attempt sends, also after a crash. `context` is the
  /// JSON object, in UTF-8, that holds for all of the events. The default is an empty body, for destinations that
  /// deliver `Batch.events`.
  func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8]

  /// Delivers a batch and says what became of it. It may wait for 20 minutes. After that, and when the SDK is closed, it
  /// is cancelled; what it returns then is not used, and the batch is sent again, later or at the next start.
  func deliver(_ batch: Batch) async -> Outcome
}

extension Destination {
  /// 500 events and 475 000 bytes.
  public var limits: BatchLimits { BatchLimits() }

  /// The configuration's.
  public var schedule: DeliverySchedule? { nil }

  /// One of its own.
  public var host: String? { nil }

  /// Empty.
  public var settings: String { "" }

  /// The oldest event.
  public var startingPoint: StartingPoint { .oldest }

  /// No.
  public var mixesContexts: Bool { false }

  /// All but interactions with content.
  public var kinds: Set<EventKind> { EventKind.ordinary }

  /// Every event.
  public func accepts(_ event: StoredEvent) -> Bool { true }

  /// Nothing.
  public func attach(to context: DestinationContext) {}

  /// No body.
  public func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] { [] }
}
