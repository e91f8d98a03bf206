/// Settings that a server can change.
extension Configuration {
  func remoteControl(
    _ path: String, _ files: any FileSystem, _ gate: RemoteGate, _ pace: RemotePace,
    _ diagnostics: Diagnostics
  ) -> RemoteControl? {
    remoteSettings.map { settings in
      RemoteControl(
        settings, path + "/settings", files: files, clock: seams.clock, gate: gate,
        diagnostics: diagnostics, onPace: { pace.set($0) })
    }
  }
}
