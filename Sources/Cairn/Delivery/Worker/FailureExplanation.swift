/// Explains failures of a destination in the log: each reason once in a launch, at the default
/// level, with what to do.
struct FailureExplanation: Sendable {
  /// The maximum number of reasons that are logged.
  private static let most = 16

  private var reasons: Set<String> = []

  /// Returns the line for an outcome of the destination with this name; nil when there is none to
  /// be logged.
  mutating func line(for outcome: Outcome, of name: String) -> Diagnostic? {
    switch outcome {
    // A halt is logged by itself.
    case .accepted, .split, .halted: return nil
    case .later(_, let reason):
      // Other reasons are steps of a destination, such as a batch that needs several requests.
      guard reason.hasPrefix("no response") || reason.hasPrefix("status "), isNew(reason) else {
        return nil
      }
      return Diagnostic(
        .warning, "destination.failed",
        "\(name): the events wait, and delivery is tried again: \(reason)"
          + (Self.hint(reason).map { " (\($0))" } ?? ""))
    case .refused(let rejection): return refusal(rejection.status, of: name)
    case .partial(let refused, _):
      guard let rejection = refused.values.first else { return nil }
      return refusal(rejection.status, of: name)
    }
  }

  private mutating func refusal(_ status: Int?, of name: String) -> Diagnostic? {
    let reason = "refused" + (status.map { " with status \($0)" } ?? "")
    guard isNew(reason) else { return nil }
    return Diagnostic(
      .warning, "destination.refused",
      "\(name): events were \(reason) and are kept as dead letters"
        + " (AnalyticsInspector of CairnUI, or cairnctl journal dead)")
  }

  private mutating func isNew(_ reason: String) -> Bool {
    reasons.count < Self.most && reasons.insert(reason).inserted
  }

  /// Returns what to do about a reason; nil when nothing is known.
  static func hint(_ reason: String) -> String? {
    switch reason {
    case "status 401", "status 403": return "check the write key"
    case "status 404": return "check the path of the endpoint"
    default: return urlErrorCode(reason).flatMap(hint)
    }
  }

  /// Returns the number of a URL error, with which a reason ends.
  private static func urlErrorCode(_ reason: String) -> Int? {
    let words = reason.split(separator: " ").suffix(2)
    return words.first == "NSURLErrorDomain" ? words.last.flatMap { Int($0) } : nil
  }

  /// Returns what to do about a URL error; nil when nothing is known.
  private static func hint(_ code: Int) -> String? {
    switch code {
    case -1_022: "App Transport Security blocks http: use https, or add an exception to Info.plist"
    case -1_004: "no server listens at the address; on a device, 127.0.0.1 is the device itself"
    case -1_003: "the name of the host is not known: check the endpoint"
    case -1_002, -1_000: "the endpoint is no address with https:// or http:// and a host"
    case -1_001: "the server did not respond in time"
    case -1_206 ... -1_200: "TLS failed: the certificate of the server is not trusted"
    default: nil
    }
  }
}
