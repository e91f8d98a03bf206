/// The handling of reports that were sent but have no response, so that it is unknown whether they
/// arrived.
public enum UnknownOutcome: Hashable, Sendable {
  /// They are sent again: no report is lost, but a report may arrive twice.
  case sendAgain
  /// They become dead letters, which can be restored: no report arrives twice, but a report may not
  /// arrive at all.
  case setAside
}

extension UnknownOutcome {
  /// Returns whether a server may have processed a request to which it responded with this status.
  static func isUncertain(_ status: Int) -> Bool { (500...599).contains(status) && status != 503 }
}
