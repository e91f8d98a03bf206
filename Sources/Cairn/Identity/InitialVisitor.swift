/// The decisions that another SDK has stored for a visitor of experiments.
package struct InitialVisitor: Equatable, Sendable {
  /// The visitor's identifier; nil for the anonymous identifier of this installation.
  package var id: String?
  /// The variation identifiers, by experience identifier.
  package var variations: [String: String] = [:]
  /// The identifiers of the goals that were reported.
  package var goals: [String] = []
  /// The default segments.
  package var segments: [String: String] = [:]
  /// The identifiers of the custom segments.
  package var customSegments: [String] = []

  package init(id: String? = nil) { self.id = id }
}
