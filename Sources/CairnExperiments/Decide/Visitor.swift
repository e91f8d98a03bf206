package import Cairn

/// Whom something is decided for.
package struct Visitor: Sendable {
  package var id: String
  package var attributes: [String: Value]
  /// What is known of the place.
  ///
  /// Nil means no, as the reference has it: no experience is served, with or without locations. An empty dictionary
  /// leaves those that have none.
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
