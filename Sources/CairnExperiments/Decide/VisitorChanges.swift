import Cairn

/// The changes to a visitor's state that result from a decision.
package struct VisitorChanges: Hashable, Sendable {
  /// The newly chosen variation; nil when none was chosen or when it was stored already.
  package var variationID: String?
  /// The locations that became active.
  package var activated: [String] = []
  /// The locations that are no longer active.
  package var deactivated: [String] = []

  package init() {}

  package var isEmpty: Bool { variationID == nil && activated.isEmpty && deactivated.isEmpty }
}

extension Decision {
  /// Applies the changes to a state.
  package func store(in state: inout VisitorState) {
    if let experienceID, let variationID = changes.variationID {
      state.bucketing[experienceID] = variationID
    }
    if changes.activated.isEmpty && changes.deactivated.isEmpty { return }
    state.locations.formUnion(changes.activated.map { CodeUnitKey($0) })
    state.locations.subtract(changes.deactivated.map { CodeUnitKey($0) })
  }
}
