extension Acknowledged {
  /// Returns the violations when writers follow one another: a life begins with the user of the
  /// previous life's end.
  func violationsOfIdentity(_ plan: Plan) -> [Violation] {
    guard plan.writers == 1, plan.kind == .identity else { return [] }
    var found: [Violation] = []
    var before: String?
    for (life, said) in users.sorted(by: { $0.key < $1.key }) {
      // A killed call may have changed it.
      if let before, before != "-", let first = said.first, first != before {
        found.append(
          Violation(
            kind: .foreign, text: "life \(life) begins as \(first), the one before was \(before)"))
      }
      before = said.last
    }
    return found
  }
}
