package import Cairn

/// The visitor for whom a decision is made.
package struct Visitor: Sendable {
  package var id: String
  package var attributes: [String: Value]
  /// The properties of the visitor's location.
  ///
  /// As in the reference implementation, nil means that no experience is served, with or without
  /// locations. With an empty dictionary, only experiences without locations are served.
  package var locationProperties: [String: Value]?
  /// Whether experiences are decided as if they had no locations.
  package var ignoresLocations = false
  package var state: VisitorState

  package init(
    _ id: String, attributes: [String: Value] = [:], locationProperties: [String: Value]? = nil,
    state: VisitorState = VisitorState()
  ) {
    self.id = id
    self.attributes = attributes
    self.locationProperties = locationProperties
    self.state = state
  }
}
