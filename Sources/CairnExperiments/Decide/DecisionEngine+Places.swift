import Cairn

extension DecisionEngine {
  /// Returns whether the visitor is at a location of the experience; records which locations become
  /// active.
  func isPlace<T: Trace>(
    _ experience: Experience, _ visitor: Visitor, _ changes: inout VisitorChanges, _ trace: inout T
  ) -> Bool {
    if visitor.ignoresLocations {
      trace.note("locations are ignored", true)
      return true
    }
    guard let properties = visitor.locationProperties else {
      trace.note("the location is unknown", false)
      return false
    }
    switch experience.place {
    case nil: return true
    case .siteArea(let rules):
      trace.enter("site area")
      defer { trace.leave() }
      return rules.hold(for: properties, &trace)
    case .locations(let locations):
      return isAnywhere(of: locations, visitor, properties, &changes, &trace)
    }
  }

  /// Returns whether the visitor is at any location.
  ///
  /// All are evaluated, to record each change of activity.
  private func isAnywhere<T: Trace>(
    of locations: [Location], _ visitor: Visitor, _ properties: [String: Value],
    _ changes: inout VisitorChanges, _ trace: inout T
  ) -> Bool {
    var places = 0
    for location in locations {
      trace.enter("location \(location.key)")
      let isThere = location.rules.hold(for: properties, &trace)
      trace.leave()
      if isThere { places += 1 }
      let was = visitor.state.locations.contains(location.id)
      if isThere, !was { changes.activated.append(location.id) }
      if !isThere, was { changes.deactivated.append(location.id) }
    }
    trace.note("\(places) of \(locations.count) locations match; one is required", places > 0)
    return places > 0
  }
}
