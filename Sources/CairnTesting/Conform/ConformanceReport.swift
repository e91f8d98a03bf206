/// The results of `DestinationConformance`, one line for each check.
public struct ConformanceReport: Sendable {
  /// The result of a check.
  public enum Result: Hashable, Sendable {
    /// The destination conforms.
    case passed
    /// The destination does not conform, with a description.
    case failed(String)
    /// The check was not run, with the reason.
    case skipped(String)
  }

  /// The destination's name.
  public let name: String
  /// The results, in the order of `ConformanceCheck.allCases`.
  public let results: [(check: ConformanceCheck, result: Result)]

  /// Whether no check failed.
  public var passes: Bool { failures.isEmpty }

  /// The failed checks, with their descriptions.
  public var failures: [ConformanceCheck: String] {
    var failures: [ConformanceCheck: String] = [:]
    for case (let check, .failed(let how)) in results { failures[check] = how }
    return failures
  }

  /// The result of a check; nil if it was not run.
  public subscript(check: ConformanceCheck) -> Result? {
    results.first { $0.check == check }?.result
  }
}

extension ConformanceReport: CustomStringConvertible {
  /// A table of the results.
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
