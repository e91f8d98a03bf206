/// Applies the delivery schedule of remote settings to the workers; destinations with a schedule
/// of their own keep it.
final class RemoteSchedule: Sendable {
  private let registry: DestinationRegistry
  private let flushAt: Int
  private let flushInterval: Double
  /// The rules in force; nil while the configuration's schedule applies.
  private let rules = Locked<RemoteSettingsValues?>(nil)

  init(_ configuration: Configuration, _ registry: DestinationRegistry) {
    self.registry = registry
    flushAt = configuration.flushAt
    flushInterval = configuration.flushInterval
  }

  func set(_ rules: RemoteSettingsValues?) {
    self.rules.withLock { $0 = rules ?? RemoteSettingsValues() }
    for worker in registry.workers { notify(worker) }
  }

  /// Applies the schedule to a worker that was just added.
  func notify(_ worker: DeliveryWorker) {
    guard let rules = rules.withLock({ $0 }) else { return }
    worker.schedule(
      flushAt: rules.flushAt ?? flushAt,
      flushInterval: Milliseconds(seconds: rules.flushInterval ?? flushInterval))
  }
}

/// The remote control of a configuration.
extension Configuration {
  func remoteControl(
    _ path: String, _ files: any FileSystem, _ gate: RemoteSettingsGate?,
    _ schedule: RemoteSchedule,
    _ diagnostics: Diagnostics
  ) -> RemoteSettingsFetcher? {
    guard let remoteSettings, let gate else { return nil }
    return RemoteSettingsFetcher(
      remoteSettings, path + "/settings", files: files, clock: seams.clock, gate: gate,
      diagnostics: diagnostics, onSchedule: { schedule.set($0) })
  }
}
