/// The remote control of a configuration.
extension Configuration {
  func remoteControl(
    _ path: String, _ files: any FileSystem, _ gate: RemoteGate?, _ schedule: RemoteSchedule,
    _ diagnostics: Diagnostics
  ) -> RemoteControl? {
    guard let remoteSettings, let gate else { return nil }
    return RemoteControl(
      remoteSettings, path + "/settings", files: files, clock: seams.clock, gate: gate,
      diagnostics: diagnostics, onSchedule: { schedule.set($0) })
  }
}
