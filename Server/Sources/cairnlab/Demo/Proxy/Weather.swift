/// What a destination of the demo suffers from.
enum Weather: String, CaseIterable, Sendable {
  /// Every kind of fault, often.
  case flaky
  /// Most requests and answers trickle.
  case slow
  /// For a part of the time nothing passes.
  case outage
  /// Every kind of fault, now and then.
  case fair

  /// How many of the faults that were asked for this destination meets.
  var severity: Double { self == .flaky ? 1 : 0.3 }

  static let slowShare = 0.8
  static let whenSlow: [Fault] = [.slowRequest, .slowAnswer]
  static let whenDown: [Fault] = [
    .resetOnConnect, .resetOnConnect, .resetOnConnect, .resetOnConnect, .unavailable, .unavailable,
    .resetInRequest, .silence,
  ]
}
