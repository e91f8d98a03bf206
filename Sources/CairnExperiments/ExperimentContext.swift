public import Cairn

/// A visitor with attributes and a location, for whom decisions are made and conversions are
/// reported.
///
/// It is a value: a copy can have other attributes. It may be used from any thread. No method
/// throws or waits for the network. Decisions and goals that were stored and reported before are
/// returned in microseconds, without disk access, even while other threads write. A call that has
/// something to store takes as long as a few small writes, and waits for other calls that store
/// something at the same time.
public struct ExperimentContext: Sendable {
  /// The instance to which the context belongs.
  public let experiments: Experiments
  /// The visitor's attributes for rules, such as `["plan": "pro", "age": 31]`.
  public var attributes: [String: Value]
  /// The properties of the visitor's location for rules, such as `["screen": "cart"]`.
  ///
  /// An experience with locations is served if these properties match one of them. Without
  /// properties it is not served.
  public var locationProperties: [String: Value]
  /// Whether experiences are decided as if they had no locations.
  ///
  /// The default is false.
  public var ignoresLocations = false
  /// Variations that are shown regardless of the rules: keys or IDs of variations by key or ID of
  /// the experience.
  ///
  /// Use them for previews: unless it is empty, nothing that is done with this context is stored or
  /// recorded. The default is empty.
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

  /// The ID of the visitor: the given ID, or else `Analytics.anonymousID`, which changes with
  /// `Analytics.reset()`.
  public var visitorID: String { ownID ?? experiments.analytics.anonymousID }

  /// A visitor, with the identifiers of the user if that is the anonymous visitor.
  ///
  /// They are read at once, so that a reset cannot give the report those of the next user.
  struct Subject {
    let id: String
    let identity: Recorder.IdentitySnapshot?
  }

  var subject: Subject {
    guard let identity = experiments.analytics.engine?.recorder.identitySnapshot else {
      return Subject(id: visitorID, identity: nil)
    }
    let anonymousID = identity.identity.anonymousID
    let id = ownID ?? anonymousID
    return Subject(id: id, identity: id.isIdentical(to: anonymousID) ? identity : nil)
  }

  /// Returns whether the context is used for a preview, so that nothing is stored or recorded.
  ///
  /// This is the case if the context forces variations, whether or not the document contains them,
  /// or if a preview applies.
  func isPreview(_ forced: [CodeUnitKey: String]) -> Bool {
    !forcedVariations.isEmpty || !forced.isEmpty
  }

  /// Returns the visitor with the given state.
  func visitor(_ state: VisitorState, id: String) -> Visitor {
    var visitor = Visitor(
      id, attributes: attributes, locationProperties: locationProperties, state: state)
    visitor.ignoresLocations = ignoresLocations
    return visitor
  }
}
