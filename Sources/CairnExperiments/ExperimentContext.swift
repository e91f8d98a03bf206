public import Cairn

/// A visitor, and what is known of them and of where they are: asks what they get, and reports what they do.
///
/// A value: a copy may be given other attributes. May be used from any thread. None of the calls throws or waits for the
/// network. What was decided and told before, and a goal that was reported before, are answered in microseconds, without the
/// disk, whatever other threads are storing. A call that has something to store takes what small writes to the disk take, and
/// waits for those that store something at the same time.
public struct ExperimentContext: Sendable {
  /// What it belongs to.
  public let experiments: Experiments
  /// What rules may ask of the visitor, such as `["plan": "pro", "age": 31]`.
  public var attributes: [String: Value]
  /// What rules may ask of the place, such as `["screen": "cart"]`.
  ///
  /// An experience that is bound to locations is served where these match one; with none it is not served.
  public var locationProperties: [String: Value]
  /// Whether experiences are decided as if they were bound to no location.
  ///
  /// False at first.
  public var ignoresLocations = false
  /// Variations that are shown whatever the rules say, by experience: each by its key or its id.
  ///
  /// For those who look at them: as long as there are any, nothing that is done with this context is stored or recorded.
  /// Empty at first.
  public var forcedVariations: [String: String] = [:]
  private let ownID: String?

  init(
    _ experiments: Experiments, visitorID: String?, attributes: [String: Value],
    locationProperties: [String: Value]
  ) {
    self.experiments = experiments
    ownID = visitorID.flatMap { $0.isEmpty ? nil : $0 }
    self.attributes = attributes
    self.locationProperties = locationProperties
  }

  /// Who it is: the identifier that was given, or else that of `Analytics.anonymousID`, which is another one after
  /// `Analytics.reset()`.
  public var visitorID: String { ownID ?? experiments.analytics.anonymousID }

  /// Whether somebody looks at variations, which leaves no trace: those that this forces, whatever the document has, or
  /// what a preview shows.
  func isPreview(_ forced: [ExactText: String]) -> Bool {
    !forcedVariations.isEmpty || !forced.isEmpty
  }

  /// Who it is now, with what is remembered of them.
  func visitor(_ state: VisitorState, id: String) -> Visitor {
    var visitor = Visitor(
      id, attributes: attributes, locationProperties: locationProperties, state: state)
    visitor.ignoresLocations = ignoresLocations
    return visitor
  }
}
