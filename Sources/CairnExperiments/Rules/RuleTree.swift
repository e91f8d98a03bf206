package import Cairn

/// Nested conditions of a document: any branch must hold, in it all clauses, and in each of them
/// any rule.
///
/// A level that is empty, missing or not a list does not hold.
package struct RuleTree: Sendable {
  private let branches: [[[Rule]]]
  /// The first rule about another experience, at any level.
  let exclusion: Rule?

  init(_ part: DocumentPart) {
    branches = part["OR"].elements.map { branch in
      branch["AND"].elements.map { clause in clause["OR_WHEN"].elements.map { Rule($0) } }
    }
    exclusion = branches.joined().joined().first { $0.exclusionKey != nil }
  }

  /// Parses the rules of an audience or a location.
  package init(_ value: Value) { self.init(DocumentPart(value: value, path: "")) }

  /// Returns whether the rules hold for the attributes.
  package func hold(for attributes: [String: Value]) -> Bool {
    var noTrace = NoTrace()
    return hold(for: attributes, &noTrace)
  }

  func hold<T: Trace>(for attributes: [String: Value], _ trace: inout T) -> Bool {
    branches.contains { branch in
      !branch.isEmpty
        && branch.allSatisfy { clause in clause.contains { $0.holds(for: attributes, &trace) } }
    }
  }
}
