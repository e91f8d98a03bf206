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
