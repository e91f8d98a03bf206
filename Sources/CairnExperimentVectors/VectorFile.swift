import Cairn
import CairnExperiments

/// A file of test vectors for decisions.
///
/// The formats of `bucketing.json` and `rules.json` are supported.
package struct VectorFile {
  struct Unreadable: Error, CustomStringConvertible {
    let description: String
  }

  /// Members that are not groups of vectors, but data to which the vectors refer.
  private static let material: Set<String> = [
    "meta", "allocationSets", "audiences", "locations", "segments", "exclusionExperiences",
  ]

  let content: DocumentPart

  /// Parses a file.
  ///
  /// - Throws: An error when it is not JSON or contains no known group.
  package init(json: some Sequence<UInt8>) throws {
    content = try DocumentPart(json: json)
    let known = content.members.keys.filter { check(of: $0) != nil }
    if known.isEmpty { throw Unreadable(description: "it holds no vectors") }
  }

  /// Checks all vectors.
  package func check() -> VectorReport {
    let names = content.members.keys.filter { !Self.material.contains($0) }.sorted()
    return VectorReport(groups: names.map(group))
  }

  private func group(_ name: String) -> VectorReport.Group {
    guard let check = check(of: name) else {
      return broken(name, expected: "a known group", found: "\"\(name)\"")
    }
    guard case .array(let values) = content[name].value else {
      return broken(name, expected: "a list of vectors", found: "another value")
    }
    let rows = content[name].elements
    let failures = rows.compactMap { row -> VectorReport.Failure? in
      let (expected, found) = check(row)
      if expected == found { return nil }
      return VectorReport.Failure(label: label(of: row), expected: expected, found: found)
    }
    return VectorReport.Group(name: name, count: values.count, failures: failures)
  }

  private func broken(_ name: String, expected: String, found: String) -> VectorReport.Group {
    let failure = VectorReport.Failure(label: name, expected: expected, found: found)
    return VectorReport.Group(name: name, count: 1, failures: [failure])
  }

  private func label(of row: DocumentPart) -> String {
    let number = row["n"].text.map { "n \($0)" } ?? row.path
    return row["description"].text.map { "\(number), \($0)" } ?? number
  }

  /// Returns the expected and the actual result of a vector, as texts that are equal if the vector
  /// passes.
  typealias Check = (DocumentPart) -> (expected: String, found: String)

  private func check(of group: String) -> Check? {
    switch group {
    case "values": checkValue
    case "boundaries": checkBoundary
    case "experiences": checkExperience
    case "growth": checkGrowth
    case "excludeExperienceId": checkVisitorAlone
    case "redistribute": checkRedistribution
    case "divergences": checkDivergence
    case "operators": checkOperator
    case "ruleSets": checkRuleSet
    case "mutualExclusion": checkExclusion
    case "gates": checkGate
    case "casts": checkCast
    default: nil
    }
  }
}
