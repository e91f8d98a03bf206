package import Cairn

/// Conditions as the documents nest them: any branch of which all clauses hold; a clause holds when any of its rules does.
///
/// A level that is empty, missing or not a list does not hold.
package struct RuleTree: Sendable {
  private let branches: [[[Rule]]]
  /// The first rule on being in another experience, wherever it stands.
  let exclusion: Rule?

  init(_ part: DocumentPart) {
    branches = part["OR"].elements.map { branch in
      branch["AND"].elements.map { clause in clause["OR_WHEN"].elements.map { Rule($0) } }
    }
    exclusion = branches.joined().joined().first { $0.exclusionKey != nil }
  }

  /// Reads the rules of one audience or location.
  package init(_ value: Value) { self.init(DocumentPart(value: value, path: "")) }

  /// Whether they hold for what is known.
  package func hold(for attributes: [String: Value]) -> Bool {
    var silence = Silence()
    return hold(for: attributes, &silence)
  }

  func hold<T: Trace>(for attributes: [String: Value], _ trace: inout T) -> Bool {
    branches.contains { branch in
      !branch.isEmpty
        && branch.allSatisfy { clause in clause.contains { $0.holds(for: attributes, &trace) } }
    }
  }
}
