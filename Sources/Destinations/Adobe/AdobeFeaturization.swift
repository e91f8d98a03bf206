public import Cairn
public import CairnContent
public import Foundation

/// Sends the definitions of experiences to Adobe's featurization service, each once per launch.
///
/// Add it to the configuration beside `AdobeEdgeDestination`. It requires the domain, the
/// organization and the datastream. A definition is an event in the journal: it survives crashes,
/// waits for the network, and is retried with back-off. Whatever prevents the recording of events,
/// such as missing consent, also applies to definitions. If `Configuration.consentCategories`
/// contains `adobe`, add `adobe.featurization` as well.
public final class AdobeFeaturization: Destination {
  /// The name of the destination: `adobe.featurization`.
  public let name = "adobe.featurization"
  private let service: FeaturizationService?
  private let exchange: HTTPExchange

  /// Makes a destination.
  ///
  /// - Parameters:
  ///   - configuration: The domain, the organization, the datastream and the region.
  ///   - server: A server that replaces the domain, such as your own proxy. None by default.
  ///   - statuses: The meaning of HTTP statuses; by default `StatusTable.standard`.
  ///   - transport: The transport of the requests; by default a `URLSession` of its own.
  public init(
    _ configuration: ContentConfiguration, server: URL? = nil, statuses: StatusTable = .standard,
    transport: any HTTPTransport = URLSessionTransport()
  ) {
    service = FeaturizationService(configuration, server)
    exchange = HTTPExchange(
      transport: transport, statuses: statuses,
      secrets: [configuration.datastream].compactMap(\.self))
  }

  /// One event in each batch.
  public var limits: BatchLimits { BatchLimits(events: 1) }

  /// The service's address, the organization and the datastream.
  public var settings: String { service?.settings ?? "" }

  /// The kinds of events that are delivered: interactions only.
  public var kinds: Set<EventKind> { [.interaction] }

  /// Returns whether the event is a definition of an experience.
  public func accepts(_ event: StoredEvent) -> Bool {
    ContentInteraction.name(of: event) == ContentInteraction.definition
  }

  /// Checks whether the service knows the experience, and sends the definition if it does not.
  public func deliver(_ batch: Batch) async -> Outcome {
    guard let service else {
      return .halted(reason: "domain, organisation or datastream is missing")
    }
    guard let definition = batch.events.first.flatMap(ContentInteraction.definition(in:)) else {
      return .refused("it is not a definition")
    }
    guard let check = service.check(definition), let registration = service.register(definition)
    else { return .halted(reason: "the address is not valid") }
    let answer = await exchange.send(check, at: batch.milliseconds)
    // The definition may have been erased in the meantime and must not be sent then.
    if Task.isCancelled { return .later(afterSeconds: nil, reason: "cancelled") }
    guard let response = answer.response else { return answer.outcome }
    if response.status != 404 {
      guard answer.outcome == .accepted, FeaturizationService.wantsContent(response.body) else {
        return answer.outcome
      }
    }
    return await exchange.send(registration, at: batch.milliseconds).outcome
  }
}
