import Cairn

/// The experiences that were requested while there was no document.
///
/// They are decided and stored when there is one, and not reported, because the visitor has seen no
/// variation. They are kept in memory only: a later launch decides when it is asked again.
struct RequestedExperiences {
  /// The maximum number of requests.
  static let most = 1_000

  /// A request; it does not refer to the context, which retains the experiments.
  struct Request {
    /// The key of the experience; nil for all.
    let key: String?
    let visitorID: String
    /// Whether the visitor is the installation, which a reset replaces.
    let isAnonymous: Bool
    let attributes: [String: Value]
    let locationProperties: [String: Value]
    let ignoresLocations: Bool
    let erasures: UInt64
  }

  /// A visitor and the key of an experience.
  private struct Name: Hashable {
    let visitor: CodeUnitKey
    let key: CodeUnitKey?
  }

  private var requests: [Name: Request] = [:]
  private var order: [Name] = []

  var isEmpty: Bool { requests.isEmpty }

  /// Adds a request, which replaces an earlier one for the visitor and the experience.
  mutating func add(_ request: Request) {
    let name = Name(
      visitor: CodeUnitKey(request.visitorID), key: request.key.map { CodeUnitKey($0) })
    guard requests[name] != nil || requests.count < Self.most else { return }
    if requests.updateValue(request, forKey: name) == nil { order.append(name) }
  }

  /// Removes all requests, and returns them in the order of their first calls.
  mutating func take() -> [Request] {
    defer { self = RequestedExperiences() }
    return order.compactMap { requests[$0] }
  }
}

extension Experiments {
  /// Returns the decision without a document, and requests another one for when there is one.
  func decideLater(_ key: String, for context: ExperimentContext) -> Decision {
    request(key, for: context)
    return Decision(key, reason: .noDocument)
  }

  func decideAllLater(for context: ExperimentContext) -> [Decision] {
    request(nil, for: context)
    return []
  }

  private func request(_ key: String?, for context: ExperimentContext) {
    guard !isPreview, context.forcedVariations.isEmpty else { return }
    let id = context.visitorID
    let request = RequestedExperiences.Request(
      key: key, visitorID: id, isAnonymous: id.isIdentical(to: analytics.anonymousID),
      attributes: context.attributes, locationProperties: context.locationProperties,
      ignoresLocations: context.ignoresLocations, erasures: erasures)
    requested.withLock { $0.add(request) }
    // The document may have become available meanwhile.
    if keeper.current != nil { resolveInBackground() }
  }

  /// Decides what was requested, without reports.
  func decideRequested() {
    for request in requested.withLock({ $0.take() }) where isValid(request) {
      // Without an identifier of its own, the context notices a reset.
      var context = context(
        visitorID: request.isAnonymous ? nil : request.visitorID, attributes: request.attributes,
        locationProperties: request.locationProperties)
      context.ignoresLocations = request.ignoresLocations
      if let key = request.key {
        context.decide(key, enableTracking: false)
      } else {
        context.decideAll(enableTracking: false)
      }
    }
  }

  /// Whether the visitor was neither reset nor erased since.
  private func isValid(_ request: RequestedExperiences.Request) -> Bool {
    guard request.erasures == erasures else { return false }
    return !request.isAnonymous || request.visitorID.isIdentical(to: analytics.anonymousID)
  }
}
