/// The kind of faults of a destination of the demo.
enum Weather: String, CaseIterable, Sendable {
  /// Every kind of fault, often.
  case flaky
  /// Most requests and responses are slow.
  case slow
  /// No request passes for a part of the time.
  case outage
  /// Every kind of fault, occasionally.
  case fair

  /// The share of the requested faults that this destination gets.
  var severity: Double { self == .flaky ? 1 : 0.3 }

  static let slowShare = 0.8
  static let whenSlow: [Fault] = [.slowRequest, .slowAnswer]
  static let whenDown: [Fault] = [
    .resetOnConnect, .resetOnConnect, .resetOnConnect, .resetOnConnect, .unavailable, .unavailable,
    .resetInRequest, .silence,
  ]
}
