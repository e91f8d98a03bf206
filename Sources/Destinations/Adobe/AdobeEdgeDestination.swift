public import Cairn
public import CairnContent
public import Foundation

/// Sends interactions with content to the Adobe Experience Platform Edge Network, aggregated by
/// group.
///
/// ```swift
/// let settings = ContentConfiguration(["edge.configId": "my-datastream"])
/// let analytics = Analytics(Configuration(destinations: [AdobeEdgeDestination(settings)]))
/// let content = ContentAnalytics(analytics, settings) { AdobeEdgeDestination($0) }
/// ```
///
/// Each group has the time of its last interaction and an `_id` that stays the same on every
/// resend, also after a crash. A system behind the network can deduplicate on `_id`. HTTP errors
/// and network failures never delete events.
public final class AdobeEdgeDestination: BackgroundDestination {
  /// The endpoint of the Adobe Edge Network to which interactions are sent.
  public enum Endpoint: String, Hashable, Sendable {
    /// `collect` for several groups of one person, and `interact` for a single group: as few
    /// requests as the network takes.
    ///
    /// While the network has yet to assign the ECID (see ``AdobeIdentity``), each group is sent by
    /// `interact`, because only its response contains the ECID.
    case automatic
    /// `interact`: one group in each request, as in Adobe's own SDK.
    ///
    /// The response contains state and a location hint.
    case interact
    /// `collect`: all groups of one person in one request.
    ///
    /// The response only confirms receipt.
    case collect
  }

  /// The name of the destination, unique in the instance and the same in every version of the app.
  ///
  /// The default is `adobe`.
  public let name: String
  /// The delivery schedule, derived from the configuration.
  public let schedule: DeliverySchedule?

  private let address: EdgeAddress
  private let sendsMeasures: Bool
  private let endpoint: Endpoint
  private let identity: AdobeIdentity
  private let exchange: HTTPExchange
  private let delivery = GroupDelivery()
  private let place = Locked(Place())

  private struct Place {
    var context: DestinationContext?
    var state = EdgeState()
    /// The number of calls of `join`.
    ///
    /// The response to a request from before the last call is ignored.
    var turn = 0
  }

  /// Makes a destination.
  ///
  /// - Parameters:
  ///   - configuration: The datastream, the domain, the environment and the batching of
  ///     interactions.
  ///   - endpoint: The call that receives the events; by default `automatic`.
  ///   - identity: The identities of the person in events; by default an ECID that is derived from
  ///     the anonymous ID.
  ///   - name: The name of the destination; unique among an app's destinations.
  ///   - server: A server that replaces Adobe's, such as your own proxy: scheme, host and port.
  ///     None by default.
  ///   - statuses: The meaning of HTTP statuses; by default `StatusTable.adobeEdge`.
  ///   - transport: The transport of the requests; by default a `URLSession` of its own.
  public init(
    _ configuration: ContentConfiguration, endpoint: Endpoint = .automatic,
    identity: AdobeIdentity = .derived(), name: String = "adobe", server: URL? = nil,
    statuses: StatusTable = .adobeEdge,
    transport: any HTTPTransport = URLSessionTransport()
  ) {
    self.name = name
    self.endpoint = endpoint
    self.identity = identity
    schedule = configuration.schedule
    sendsMeasures = configuration.sendsMeasures
    address = EdgeAddress(configuration, server)
    exchange = HTTPExchange(
      transport: transport, statuses: statuses,
      secrets: [address.datastream, address.original].compactMap(\.self))
  }

  /// The scheme, host and port of the server.
  public var host: String? { URL(string: address.server).flatMap(HTTPExchange.host) }

  /// The address, the endpoint and the datastream.
  public var settings: String {
    [address.server, address.root, endpoint.rawValue, address.datastream ?? ""]
      .joined(separator: "\n")
  }

  /// True, because interactions of several launches are aggregated together.
  public var mixesContexts: Bool { true }

  /// The kinds of events that are delivered: interactions only.
  public var kinds: Set<EventKind> { [.interaction] }

  /// Returns whether the event is an interaction that is sent.
  ///
  /// Definitions of experiences are not. Exposure events are only if measures are sent.
  public func accepts(_ event: StoredEvent) -> Bool {
    ContentInteraction.isCounted(event, withMeasures: sendsMeasures)
  }

  /// Stores the context and loads the state that the network returned in the last launch.
  ///
  /// State in memory is discarded.
  public func attach(to context: DestinationContext) {
    place.withLock { place in
      place = Place(context: context, state: EdgeState(context.stored), turn: place.turn + 1)
    }
  }

  /// Encodes the groups of the events.
  public func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    let metrics = ContentSealer(place.withLock { $0.context }).metrics(of: events)
    return SealedGroups(
      metrics.map {
        SealedGroup(
          $0, envelope: identity.map($0.group),
          payload: EdgeEvent.json($0, measures: sendsMeasures))
      }
    ).body
  }

  /// Delivers the groups until each of them is settled.
  public func deliver(_ batch: Batch) async -> Outcome {
    guard let sealed = SealedGroups(batch.body) else { return .refused("the body is damaged") }
    guard address.datastream != nil else { return .halted(reason: "no datastream is configured") }
    let most = mostGroups(of: sealed, at: batch.time)
    return await delivery.deliver(batch, sealed.groups, atMost: most) { groups in
      await send(groups, at: batch.time)
    }
  }

  /// Returns the maximum number of groups in a request.
  private func mostGroups(of sealed: SealedGroups, at now: WallTime) -> Int {
    switch endpoint {
    case .interact: return 1
    case .collect: return .max
    case .automatic:
      let isKnown = !place.withLock { $0.state }.entries(at: now).isEmpty
      return isKnown || sealed.groups.allSatisfy(AdobeIdentity.hasExperienceCloudID) ? .max : 1
    }
  }

  /// Returns the request of a batch; nil when it needs several requests.
  public func request(for batch: Batch) -> HTTPRequest? {
    guard let sealed = SealedGroups(batch.body), address.datastream != nil,
      let groups = delivery.only(
        batch, sealed.groups, atMost: mostGroups(of: sealed, at: batch.time))
    else { return nil }
    return request(groups, place.withLock { $0.state }, at: batch.time)
  }

  /// Returns the outcome of the response to that request.
  public func outcome(of response: HTTPResponse, for batch: Batch) -> Outcome {
    guard let sealed = SealedGroups(batch.body) else { return .refused("the body is damaged") }
    // What was combined when the request was made stays so, whatever the state is now.
    let most = endpoint == .interact ? 1 : Int.max
    guard let groups = delivery.only(batch, sealed.groups, atMost: most) else {
      return .later(afterSeconds: nil, reason: "several requests")
    }
    let answer = exchange.answer(response, at: batch.milliseconds)
    let outcome = take(answer, at: batch.time, place.withLock { $0.turn })
    return delivery.outcome(of: outcome, for: groups, batch, sealed.groups)
  }

  private func request(
    _ groups: [SealedGroup], _ state: EdgeState, at now: WallTime
  ) -> HTTPRequest? {
    let endpoint = endpoint.call(for: groups.count)
    guard let url = address.url(endpoint, groups, hint: state.hint(at: now)) else { return nil }
    let body = EdgeRequest.body(groups, state.entries(at: now), address)
    let fields = [("accept", "application/json"), ("Content-Type", "application/json")]
    return HTTPRequest(url: url, headers: fields, body: body)
  }

  private func send(_ groups: [SealedGroup], at now: WallTime) async -> Outcome {
    let (state, turn) = place.withLock { ($0.state, $0.turn) }
    guard let request = request(groups, state, at: now) else {
      return .halted(reason: "the address is not valid")
    }
    let answer = await exchange.send(request, at: now.milliseconds)
    // After a cancellation the state may have been erased, so the response is ignored.
    if Task.isCancelled { return .later(afterSeconds: nil, reason: "cancelled") }
    return take(answer, at: now, turn)
  }

  private func take(_ answer: HTTPExchange.Answer, at now: WallTime, _ turn: Int) -> Outcome {
    if answer.outcome == .accepted, let response = answer.response {
      take(EdgeAnswer(response.body), at: now, turn)
    }
    return answer.outcome
  }

  private func take(_ answer: EdgeAnswer, at now: WallTime, _ turn: Int) {
    let context = place.withLock { place in
      guard place.turn == turn else { return place.context }
      let before = place.state
      for handle in answer.handles { place.state.take(handle, at: now) }
      // The state is stored under the lock, so that it cannot be stored again after `join` has
      // discarded it.
      if place.state != before { place.context?.store(place.state.encoded) }
      return place.context
    }
    for problem in answer.problems {
      context?.report(.warning, "answer", "\(name): \(exchange.hidingSecrets(in: problem))")
    }
  }
}

extension AdobeEdgeDestination.Endpoint {
  /// Returns the endpoint for a request with this number of groups.
  fileprivate func call(for groups: Int) -> AdobeEdgeDestination.Endpoint {
    guard self == .automatic else { return self }
    return groups > 1 ? .collect : .interact
  }
}

extension StatusTable {
  /// The meaning of the statuses of Adobe's Edge Network.
  ///
  /// The same as `standard`, except for 422, which halts delivery: it means that the datastream's
  /// configuration is wrong and not the events, which all wait until it is corrected.
  public static let adobeEdge: StatusTable = {
    var table = StatusTable.standard
    table[422] = .halted
    return table
  }()
}
