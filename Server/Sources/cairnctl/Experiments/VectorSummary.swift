import ToolSupport
import Cairn
import CairnExperimentVectors

/// The result of a check of test vectors.
struct VectorSummary: Encodable {
  struct Group: Encodable {
    var name: String
    var passed: Int
    var failed: Int
    var failures: [Failure]
  }

  struct Failure: Encodable {
    var label: String
    var expected: String
    var found: String
  }

  var passed: Int
  var failed: Int
  var groups: [Group]

  init(_ report: VectorReport) {
    passed = report.count - report.failures
    failed = report.failures
    groups = report.groups.map { group in
      let failures = group.failures.map {
        Failure(label: $0.label, expected: $0.expected, found: $0.found)
      }
      return Group(
        name: group.name, passed: group.passed, failed: failures.count, failures: failures)
    }
  }

  func text(on terminal: Terminal) -> String {
    let rows = groups.map { [$0.name, "\($0.passed)", "\($0.failed)"] }
    let table = TextTable.text(
      [["group", "passed", "failed"]] + rows + [["all", "\(passed)", "\(failed)"]])
    let failures = groups.flatMap { group in
      group.failures.map { failure in
        """
        \(terminal.red("✗")) \(group.name), \(failure.label)
            expected \(failure.expected)
            found    \(failure.found)
        """
      }
    }
    return ([table] + failures).joined(separator: "\n\n")
  }
}
