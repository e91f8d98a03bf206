public import Cairn
public import CairnContent
public import Foundation

/// Tells Adobe's featurization service what experiences are made of, each once.
///
/// Put it into the configuration beside `AdobeEdgeDestination`. It works when the domain, the organisation and the datastream are known.
/// A definition is an event in the journal: it survives crashes, waits for the network, and is asked for with a real
/// back-off; whatever stops events, such as a missing consent, stops it as well. If `Configuration.consentCategories` names
/// `adobe`, name `adobe.featurization` there as well.
public final class AdobeFeaturization: Destination {
  /// Names the cursor: `adobe.featurization`.
  public let name = "adobe.featurization"
  private let service: FeaturizationService?
  private let exchange: HTTPExchange

  /// Makes a destination.
  ///
  /// - Parameters:
  ///   - configuration: Domain, organisation, datastream and region.
  ///   - server: Takes the place of the domain, such as a proxy of your own. None by default.
  ///   - statuses: What the service's statuses mean; by default `StatusTable.standard`.
  ///   - transport: What sends the requests; by default a `URLSession` of its own.
  public init(
    _ configuration: ContentConfiguration, server: URL? = nil, statuses: StatusTable = .standard,
    transport: any HTTPTransport = URLSessionTransport()
  ) {
    service = FeaturizationService(configuration, server)
    exchange = HTTPExchange(
      transport: transport, statuses: statuses,
      secrets: [configuration.datastream].compactMap(\.self))
  }

  /// One at a time.
  public var limits: BatchLimits { BatchLimits(events: 1) }

  /// The service's address, the organisation and the datastream.
  public var settings: String { service?.settings ?? "" }

  /// Interactions alone.
  public var kinds: Set<EventKind> { [.interaction] }

  /// Definitions of experiences alone.
  public func accepts(_ event: StoredEvent) -> Bool {
    ContentInteraction.name(of: event) == ContentInteraction.definition
  }

  /// Asks whether the service knows the experience, and tells it what it is made of if not.
  public func deliver(_ batch: Batch) async -> Outcome {
    guard let service else {
      return .halted(reason: "domain, organisation or datastream is missing")
    }
    guard let definition = batch.events.first.flatMap(ContentInteraction.definition(in:)) else {
      return .refused("it is no definition")
    }
    guard let check = service.check(definition), let registration = service.register(definition)
    else { return .halted(reason: "the address is not valid") }
    let answer = await exchange.send(check, at: batch.milliseconds)
    // What it is made of may have been forgotten meanwhile, and is told to nobody then.
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
