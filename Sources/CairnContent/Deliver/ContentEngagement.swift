public import Cairn
import Foundation

/// Counts interactions for a destination that knows nothing of them: it is given an event named `Content Engagement` for
/// each group.
///
/// ```swift
/// Configuration(destinations: [ContentEngagement(to: HTTPDestination(endpoint: url, writeKey: "key"))])
/// ```
///
/// The event is a `track` of the Segment specification, with a `messageId` that stays the same on every resend: a server
/// that keeps each identifier once counts each interaction once. Refused, a group goes to the dead letters whole.
public final class ContentEngagement: Destination {
  /// What the events are called.
  public static let eventName = "Content Engagement"

  /// Names the cursor: the name of the destination behind it and `.content`.
  public let name: String
  /// How often it is delivered to; by default as the configuration says.
  public let pace: Pace?
  private let destination: any Destination
  private let delivery = GroupDelivery()
  private let site = SiteHolder()

  /// Makes one that sends through another destination, which need not be in the configuration.
  public init(
    to destination: any Destination, _ configuration: ContentConfiguration = ContentConfiguration()
  ) {
    self.destination = destination
    name = destination.name + ".content"
    pace = configuration.pace
  }

  /// Those of the destination behind it.
  public var limits: BatchLimits { destination.limits }

  /// That of the destination behind it.
  public var host: String? { destination.host }

  /// Where the destination behind it begins.
  public var startingPoint: StartingPoint { destination.startingPoint }

  /// Those of the destination behind it.
  public var settings: String { destination.settings }

  /// Interactions of several launches are counted together.
  public var mixesContexts: Bool { true }

  /// Interactions alone.
  public var kinds: Set<EventKind> { [.interaction] }

  /// Interactions that are counted: no definitions of experiences.
  public func accepts(_ event: StoredEvent) -> Bool { ContentInteraction.isCounted(event) }

  /// Remembers where it is, for its log.
  public func join(_ site: DestinationSite) {
    self.site.hold(site)
    destination.join(site)
  }

  /// Counts: a line a group, and the body that the destination behind it seals of them.
  public func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    let metrics = ContentSealer(site.site).metrics(of: events)
    let groups = metrics.map { SealedGroup($0, payload: Self.event($0)) }
    let sealed = SealedGroups(groups, context: context)
    return SealedRequests(sealed, atMost: limits.events) { groups in
      destination.seal(Self.events(groups, of: events), context: context)
    }.body
  }

  /// Delivers the groups, until each is settled.
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

  /// The events that stand for groups of these interactions.
  private static func events(
    _ groups: [SealedGroup], of interactions: [StoredEvent]
  ) -> [StoredEvent] {
    guard let first = interactions.first else { return [] }
    let times = Dictionary(interactions.map { ($0.id, $0.milliseconds) }) { max($0, $1) }
    return groups.map { group in
      StoredEvent(
        id: EventID(group.id), kind: .track,
        // That of the last interaction, as in the event itself: it is the same at every attempt.
        milliseconds: group.events.compactMap { times[$0] }.max() ?? first.milliseconds,
        json: group.payload, of: first)
    }
  }

  /// Named by its groups, and by when the batch was made, as every key is: destinations read that.
  ///
  /// A part of a batch is sealed when it is sent, maybe by a later version of the app: so its bytes name it as well.
  private static func key(
    of groups: [SealedGroup], in batch: Batch, sealedNow body: [UInt8]?
  ) -> UUID {
    let bytes = body.map { [Hex.text(XXH64.hash($0, seed: 0))] } ?? []
    let time = EventID(batch.key).milliseconds
    return NameUUID.make(of: groups.map(\.id.uuidString) + bytes, at: time)
  }

  private static func event(_ metrics: ContentMetrics) -> [UInt8] {
    var text = OutputBuffer(capacity: 512)
    text.append(#"{"messageId":"#)
    text.appendJSON(EventID(metrics.id).description)
    text.append(#","type":"track","timestamp":""#)
    text.appendTimestamp(milliseconds: metrics.last)
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
