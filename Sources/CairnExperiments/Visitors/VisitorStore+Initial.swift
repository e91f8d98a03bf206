import Cairn

extension VisitorStore {
  /// Stores the decisions of another SDK for the visitors of whom nothing is stored.
  func adopt(_ visitors: [InitialVisitor], anonymousID: String, redactor: Redactor) {
    for visitor in visitors {
      change(visitor.id ?? anonymousID) { state in
        if state == VisitorState() { state = VisitorState(visitor, redactor) }
      }
    }
  }
}

extension VisitorState {
  fileprivate init(_ visitor: InitialVisitor, _ redactor: Redactor) {
    for (experience, variation) in visitor.variations { bucketing[experience] = variation }
    goals = Set(visitor.goals.map { CodeUnitKey($0) })
    let allowed = redactor.redacted(visitor.segments.mapValues(Value.string))
    for case (let segment, .string(let value)) in allowed { segments[segment] = value }
    customSegments = visitor.customSegments
  }
}
