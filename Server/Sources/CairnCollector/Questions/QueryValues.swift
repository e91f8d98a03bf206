/// The parameters of a query.
struct QueryValues {
  private var values: [(name: String, value: String)] = []

  /// - Throws: 400 for a parameter that is not in `names`, and for text that is not encoded.
  init(_ query: String?, allowing names: [String]) throws(Refusal) {
    for pair in (query ?? "").split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = parts.first.map(String.init), names.contains(name) else {
        throw .badRequest("badQuery", "the query may have \(names.joined(separator: ", ")) only")
      }
      let value = try EventsQuery.decode(parts.count == 2 ? parts[1] : "")
      values.append((name, value))
    }
  }

  /// Returns the last value that is not empty: forms send empty fields.
  func last(_ name: String) -> String? {
    values.last { $0.name == name && !$0.value.isEmpty }?.value
  }

  /// Returns all values that are not empty.
  func all(_ name: String) -> [String] {
    values.filter { $0.name == name && !$0.value.isEmpty }.map(\.value)
  }

  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String
  ) throws(Refusal) -> Choice? {
    guard let value = last(name) else { return nil }
    guard let choice = Choice(rawValue: value) else {
      let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw .badRequest("badQuery", "\(name) must be one of \(choices)")
    }
    return choice
  }

  func number(_ name: String, _ range: ClosedRange<Int>) throws(Refusal) -> Int? {
    guard let value = last(name) else { return nil }
    guard let number = Int(value), range.contains(number) else {
      throw .badRequest(
        "badQuery", "\(name) must be an integer from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// Returns the project of the query, or that of the key.
  ///
  /// - Throws: 400 without a project when the key is valid for all, and 403 for another one than
  ///   that of the key.
  /// - Returns: The name of the project.
  func project(_ scope: ReadScope) throws(Refusal) -> String {
    let asked = last("project")
    switch scope {
    case .allProjects:
      guard let asked else { throw .projectMissing }
      return asked
    case .project(let own):
      guard asked == nil || asked == own else {
        throw .forbidden("the key is not valid for this project")
      }
      return own
    }
  }
}
