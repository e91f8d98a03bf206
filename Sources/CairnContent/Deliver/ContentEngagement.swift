public import Cairn
import Foundation

/// Aggregates interactions and sends each group as a `Content Engagement` event through another
/// destination.
///
/// ```swift
/// let destination = HTTPDestination(endpoint: url, writeKey: "key")
/// let configuration = Configuration(destinations: [ContentEngagement(to: destination)])
/// ```
///
/// The event is a `track` event of the Segment specification. Its `messageId` stays the same on
/// every resend, so a server that deduplicates on it counts each interaction once. A group is
/// delivered as a whole; if it is refused, all of its interactions become dead letters.
public final class ContentEngagement: Destination {
  /// The name of the events.
  public static let eventName = "Content Engagement"

  /// The name of the destination: that of the underlying destination, followed by `.content`.
  public let name: String
  /// The delivery schedule, derived from the configuration.
  public let schedule: DeliverySchedule?
  private let destination: any Destination
  private let delivery = GroupDelivery()
  private let holder = DestinationContextHolder()

  /// Makes a destination that sends through another one.
  ///
  /// The underlying destination does not have to be in the configuration of `Analytics`.
  public init(
    to destination: any Destination, _ configuration: ContentConfiguration = ContentConfiguration()
  ) {
    self.destination = destination
    name = destination.name + ".content"
    schedule = configuration.schedule
  }

  /// The limits of the underlying destination.
  public var limits: BatchLimits { destination.limits }

  /// The host of the underlying destination.
  public var host: String? { destination.host }

  /// The starting point of the underlying destination.
  public var startingPoint: StartingPoint { destination.startingPoint }

  /// The settings of the underlying destination.
  public var settings: String { destination.settings }

  /// True, because interactions of several launches are aggregated together.
  public var mixesContexts: Bool { true }

  /// The kinds of events that are delivered: interactions only.
  public var kinds: Set<EventKind> { [.interaction] }

  /// Returns whether the event is an interaction that is counted; definitions of experiences are
  /// not.
  public func accepts(_ event: StoredEvent) -> Bool { ContentInteraction.isCounted(event) }

  /// Stores the context, which is used for log entries, and passes it to the underlying
  /// destination.
  public func attach(to context: DestinationContext) {
    holder.hold(context)
    destination.attach(to: context)
  }

  /// Encodes the groups of the events, together with the bodies that the underlying destination
  /// seals.
  public func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    let metrics = ContentSealer(holder.context).metrics(of: events)
    let groups = metrics.map { SealedGroup($0, payload: Self.event($0)) }
    let sealed = SealedGroups(groups, context: context)
    return SealedRequests(sealed, atMost: limits.events) { groups in
      destination.seal(Self.events(groups, of: events), context: context)
    }.body
  }

  /// Delivers the groups until each of them is settled.
  public func deliver(_ batch: Batch) async -> Outcome {
    guard let sealed = SealedRequests(batch.body) else { return .refused("the body is damaged") }
    guard !batch.events.isEmpty else { return .accepted }
    let requests = sealed.requests
    return await delivery.deliver(
      batch, sealed.groups.groups, atMost: limits.events, in: requests?.map(\.groups)
    ) { groups in
      let whole = requests?.first { $0.groups == groups }?.body
      let events = Self.events(groups, of: batch.events)
      let body = whole ?? destination.seal(events, context: sealed.groups.context)
      return await destination.deliver(
        Batch(
          key: Self.key(of: groups, in: batch, sealedNow: whole == nil ? body : nil),
          events: events, body: body, attempt: batch.attempt, milliseconds: batch.milliseconds))
    }
  }

  /// Returns one event for each group.
  private static func events(
    _ groups: [SealedGroup], of interactions: [StoredEvent]
  ) -> [StoredEvent] {
    guard let first = interactions.first else { return [] }
    let times = Dictionary(interactions.map { ($0.id, $0.milliseconds) }) { max($0, $1) }
    return groups.map { group in
      StoredEvent(
        id: EventID(group.id), kind: .track,
        // The time of the group's last interaction, as in the event's JSON; it is the same at every
        // attempt.
        milliseconds: group.events.compactMap { times[$0] }.max() ?? first.milliseconds,
        json: group.payload, of: first)
    }
  }

  /// Returns the key of a request, derived from its groups and from the time of the batch's key.
  ///
  /// Destinations read that time. A part of a batch that was not sealed with the batch is sealed
  /// when it is sent, possibly by a later version of the app; its key therefore also depends on the
  /// bytes of the body.
  private static func key(
    of groups: [SealedGroup], in batch: Batch, sealedNow body: [UInt8]?
  ) -> UUID {
    let bytes = body.map { [Hex.text(XXH64.hash($0, seed: 0))] } ?? []
    let time = WallTime(milliseconds: EventID(batch.key).milliseconds)
    return NameUUID.make(of: groups.map(\.id.uuidString) + bytes, at: time)
  }

  private static func event(_ metrics: ContentMetrics) -> [UInt8] {
    var text = OutputBuffer(capacity: 512)
    text.append(#"{"messageId":"#)
    text.appendJSON(EventID(metrics.id).description)
    text.append(#","type":"track","timestamp":""#)
    text.appendTimestamp(WallTime(milliseconds: metrics.last))
    text.append(#"","anonymousId":"#)
    text.appendJSON(metrics.group.anonymousID)
    if let user = metrics.group.userID {
      text.append(#","userId":"#)
      text.appendJSON(user)
    }
    text.append(#","event":"#)
    text.appendJSON(eventName)
    text.append(#","properties":"#)
    text.appendSorted(.object(properties(metrics)))
    text.append("}")
    return Array(text.bytes)
  }

  private static func properties(_ metrics: ContentMetrics) -> [String: Value] {
    var properties: [String: Value] = [
      metrics.group.subject.name: .string(metrics.group.subject.key),
      "views": .int(metrics.views), "clicks": .int(metrics.clicks),
      "firstInteraction": .date(Date(milliseconds: metrics.first)),
      "lastInteraction": .date(Date(milliseconds: metrics.last)),
    ]
    if let location = metrics.group.location { properties["location"] = .string(location) }
    if let extras = metrics.extras { properties["extras"] = .object(extras) }
    if !metrics.assets.isEmpty {
      properties["assets"] = .array(metrics.assets.map(Value.string))
    }
    return properties.merging(metrics.measures?.told ?? [:]) { own, _ in own }
  }
}

extension Date {
  fileprivate init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
  }
}
