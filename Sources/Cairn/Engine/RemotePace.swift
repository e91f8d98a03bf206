/// Applies the delivery schedule of remote settings to the couriers; destinations with a schedule
/// of their own keep it.
final class RemotePace: Sendable {
  private let roster: Roster
  private let flushAt: Int
  private let flushInterval: Double
  /// Nil as long as the configuration's schedule applies.
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

  /// Applies the schedule to a courier that was just added.
  func tell(_ courier: Courier) {
    guard let rules = rules.withLock({ $0 }) else { return }
    courier.pace(
      flushAt: rules.flushAt ?? flushAt,
      flushInterval: Int64((rules.flushInterval ?? flushInterval) * 1_000))
  }
}
