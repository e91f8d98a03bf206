/// How often remote settings let the couriers deliver; those whose destination has a pace of its own keep that.
final class RemotePace: Sendable {
  private let roster: Roster
  private let flushAt: Int
  private let flushInterval: Double
  /// Nil as long as the configuration's own pace holds.
  private let rules = Locked<RemoteRules?>(nil)

  init(_ configuration: Configuration, _ roster: Roster) {
    self.roster = roster
    flushAt = configuration.flushAt
    flushInterval = configuration.flushInterval
  }

  func set(_ rules: RemoteRules?) {
    self.rules.withLock { $0 = rules ?? RemoteRules() }
    for courier in roster.couriers { tell(courier) }
  }

  /// A courier that has just come.
  func tell(_ courier: Courier) {
    guard let rules = rules.withLock({ $0 }) else { return }
    courier.pace(
      flushAt: rules.flushAt ?? flushAt,
      flushInterval: Int64((rules.flushInterval ?? flushInterval) * 1_000))
  }
}
