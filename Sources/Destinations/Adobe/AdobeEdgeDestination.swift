public import Cairn
public import CairnContent
public import Foundation

/// Sends interactions with content to the Adobe Experience Platform Edge Network, counted by asset or experience.
///
/// ```swift
/// let settings = ContentConfiguration(["edge.configId": "my-datastream"])
/// let analytics = Analytics(Configuration(destinations: [AdobeEdgeDestination(settings)]))
/// let content = ContentAnalytics(analytics, settings) { AdobeEdgeDestination($0) }
/// ```
///
/// Each group has an `_id` that stays the same on every resend, also after a crash, and the time of its last interaction.
/// What an upstream of the network has twice it can so recognise. A status or a failure of the network deletes nothing.
public final class AdobeEdgeDestination: Destination {
  /// Which call takes the events.
  public enum Endpoint: String, Hashable, Sendable {
    /// `interact`: a group a request, as Adobe's own SDK does it. The network answers with state and a location hint.
    case interact
    /// `collect`: all groups of one person in one request. There is no answer but that they were received.
    case collect
  }

  /// Names the cursor.
  ///
  /// The default is `adobe`.
  public let name: String
  /// How often it is delivered to, as the configuration says.
  public let pace: Pace?

  private let address: EdgeAddress
  private let sendsMeasures: Bool
  private let endpoint: Endpoint
  private let exchange: HTTPExchange
  private let delivery = GroupDelivery()
  private let place = Locked(Place())

  private struct Place {
    var site: DestinationSite?
    var state = EdgeState()
    /// How often it was told where it is: an answer to an earlier request is of no concern.
    var turn = 0
  }

  /// Makes a destination.
  ///
  /// - Parameters:
  ///   - configuration: The datastream, the domain and the environment, and how interactions are batched.
  ///   - endpoint: Which call takes the events; by default `interact`.
  ///   - name: Names the cursor; unique among an app's destinations.
  ///   - server: Takes the place of Adobe's servers, such as a proxy of your own: scheme, host and port. None by default.
  ///   - statuses: What the network's statuses mean; by default `StatusTable.adobeEdge`.
  ///   - transport: What sends the requests; by default a `URLSession` of its own.
  public init(
    _ configuration: ContentConfiguration, endpoint: Endpoint = .interact, name: String = "adobe",
    server: URL? = nil, statuses: StatusTable = .adobeEdge,
    transport: any HTTPTransport = URLSessionTransport()
  ) {
    self.name = name
    self.endpoint = endpoint
    pace = configuration.pace
    sendsMeasures = configuration.sendsMeasures
    address = EdgeAddress(configuration, server)
    exchange = HTTPExchange(
      transport: transport, statuses: statuses,
      secrets: [address.datastream, address.original].compactMap(\.self))
  }

  /// The server's name, with its scheme and port.
  public var host: String? { URL(string: address.server).flatMap(HTTPExchange.host) }

  /// The address, the endpoint and the datastream.
  public var settings: String {
    [address.server, address.root, endpoint.rawValue, address.datastream ?? ""]
      .joined(separator: "\n")
  }

  /// Interactions of several launches are counted together.
  public var mixesContexts: Bool { true }

  /// Interactions alone.
  public var kinds: Set<EventKind> { [.interaction] }

  /// Interactions that are counted: no definitions of experiences, and what only measures if measures are sent.
  public func accepts(_ event: StoredEvent) -> Bool {
    ContentInteraction.isCounted(event, withMeasures: sendsMeasures)
  }

  /// Takes up the state that the network gave to the last launch, and forgets any other.
  public func join(_ site: DestinationSite) {
    place.withLock { place in
      place = Place(site: site, state: EdgeState(site.kept), turn: place.turn + 1)
    }
  }

  /// Counts: a line a group.
  public func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    let metrics = ContentSealer(place.withLock { $0.site }).metrics(of: events)
    return SealedGroups(
      metrics.map {
        SealedGroup(
          $0, envelope: EdgeIdentity.map($0.group),
          payload: EdgeEvent.json($0, measures: sendsMeasures))
      }
    ).body
  }

  /// Delivers the groups, until each is settled.
  public func deliver(_ batch: Batch) async -> Outcome {
    guard let sealed = SealedGroups(batch.body) else { return .refused("the body is damaged") }
    guard address.datastream != nil else { return .halted(reason: "no datastream is configured") }
    let most = endpoint == .interact ? 1 : Int.max
    return await delivery.deliver(batch, sealed.groups, atMost: most) { groups in
      await send(groups, at: batch.milliseconds)
    }
  }

  private func send(_ groups: [SealedGroup], at now: Int64) async -> Outcome {
    let (state, turn) = place.withLock { ($0.state, $0.turn) }
    guard let url = address.url(endpoint, groups, hint: state.hint(at: now)) else {
      return .halted(reason: "the address is not valid")
    }
    let body = EdgeRequest.body(groups, state.entries(at: now), address)
    let fields = [("accept", "application/json"), ("Content-Type", "application/json")]
    let answer = await exchange.send(HTTPRequest(url: url, headers: fields, body: body), at: now)
    // Nobody is told: whoever delivers by then may have forgotten what this would keep.
    if Task.isCancelled { return .later(afterSeconds: nil, reason: "cancelled") }
    if answer.outcome == .accepted, let response = answer.response {
      take(EdgeAnswer(response.body), at: now, turn)
    }
    return answer.outcome
  }

  private func take(_ answer: EdgeAnswer, at now: Int64, _ turn: Int) {
    let site = place.withLock { place in
      guard place.turn == turn else { return place.site }
      let before = place.state
      for handle in answer.handles { place.state.take(handle, at: now) }
      // Under the lock, so that it is not kept behind the back of whoever forgets it.
      if place.state != before { place.site?.keep(place.state.encoded) }
      return place.site
    }
    for problem in answer.problems {
      site?.report(.warning, "answer", "\(name): \(exchange.hidingSecrets(in: problem))")
    }
  }
}
