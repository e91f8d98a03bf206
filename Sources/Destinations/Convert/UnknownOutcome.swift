/// What becomes of reports that were sent and not answered: nobody knows whether they arrived.
public enum UnknownOutcome: Hashable, Sendable {
  /// They are sent again: nothing is lost, and something may arrive twice.
  case sendAgain
  /// They are not sent again, but go to the dead letters, where they can be put back: nothing arrives twice, and something
  /// may not arrive at all.
  case setAside
}

extension UnknownOutcome {
  /// Whether a server with this status may have taken the request all the same.
  static func isUncertain(_ status: Int) -> Bool { (500...599).contains(status) && status != 503 }
}
