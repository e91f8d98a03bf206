/// What `DestinationConformance` found: a line a check.
public struct ConformanceReport: Sendable {
  /// What came of a check.
  public enum Result: Hashable, Sendable {
    /// The promise is kept.
    case passed
    /// It is not, and this is how.
    case failed(String)
    /// It was not looked at, for this reason.
    case skipped(String)
  }

  /// The destination's name.
  public let name: String
  /// In the order of `ConformanceCheck.allCases`.
  public let results: [(check: ConformanceCheck, result: Result)]

  /// Whether nothing failed.
  public var passes: Bool { failures.isEmpty }

  /// What failed, and how.
  public var failures: [ConformanceCheck: String] {
    var failures: [ConformanceCheck: String] = [:]
    for case (let check, .failed(let how)) in results { failures[check] = how }
    return failures
  }

  /// What came of a check; nil if it was not run.
  public subscript(check: ConformanceCheck) -> Result? {
    results.first { $0.check == check }?.result
  }
}

extension ConformanceReport: CustomStringConvertible {
  /// A table for people.
  public var description: String {
    let lines = results.map { check, result in
      switch result {
      case .passed: "  passed   \(check.rawValue)"
      case .failed(let how): "  FAILED   \(check.rawValue)\n\(Self.indented(how))"
      case .skipped(let reason): "  skipped  \(check.rawValue)\n\(Self.indented(reason))"
      }
    }
    let verdict = passes ? "conforms" : "\(failures.count) of \(results.count) checks failed"
    return (["destination \"\(name)\": \(verdict)"] + lines).joined(separator: "\n")
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n").map { "             \($0)" }.joined(separator: "\n")
  }
}
