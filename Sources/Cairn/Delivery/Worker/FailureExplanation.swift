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
    case let reason where reason.hasSuffix("NSURLErrorDomain -1022"):
      return "App Transport Security blocks http: use https, or add an exception to Info.plist"
    case let reason where reason.hasSuffix("NSURLErrorDomain -1004"):
      return "no server listens at the address; on a device, 127.0.0.1 is the device itself"
    case let reason where reason.hasSuffix("NSURLErrorDomain -1003"):
      return "the name of the host is not known: check the endpoint"
    case let reason
    where reason.hasSuffix("NSURLErrorDomain -1202") || reason.hasSuffix("NSURLErrorDomain -1200"):
      return "TLS failed: the certificate of the server is not trusted"
    default: return nil
    }
  }
}
