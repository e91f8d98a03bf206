import Cairn

/// What a decision changes in a visitor's state.
package struct VisitorChanges: Hashable, Sendable {
  /// The variation that was newly chosen; nil when none was, or it was stored already.
  package var variationID: String?
  /// Locations that are active now, and were not.
  package var activated: [String] = []
  /// Locations that were active, and are no more.
  package var deactivated: [String] = []

  package init() {}

  package var isEmpty: Bool { variationID == nil && activated.isEmpty && deactivated.isEmpty }
}

extension Decision {
  /// Stores the changes.
  package func store(in state: inout VisitorState) {
    if let experienceID, let variationID = changes.variationID {
      state.bucketing[experienceID] = variationID
    }
    if changes.activated.isEmpty && changes.deactivated.isEmpty { return }
    state.locations.formUnion(changes.activated.map { ExactText($0) })
    state.locations.subtract(changes.deactivated.map { ExactText($0) })
  }
}
