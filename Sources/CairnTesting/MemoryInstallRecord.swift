package import Cairn

/// A keychain in memory that several launches on one device share.
package final class MemoryInstallRecord: InstallRecord {
  package let staysWithDevice: Bool
  private let state = Locked(State())

  private struct State {
    var ids: [String: InstallID] = [:]
    var isLocked = false
  }

  /// Creates an empty record; by default it is lost only with the device, as a keychain is.
  package init(staysWithDevice: Bool = true) { self.staysWithDevice = staysWithDevice }

  /// Makes all calls fail, or succeed again.
  package func lock(_ isLocked: Bool = true) { state.withLock { $0.isLocked = isLocked } }

  package func forget() { state.withLock { $0.ids = [:] } }

  package func read(_ account: String) throws(InstallRecordError) -> InstallID? {
    try state.withLock { (state) throws(InstallRecordError) in
      if state.isLocked { throw InstallRecordError("the device is locked") }
      return state.ids[account]
    }
  }

  package func keep(
    _ id: InstallID, for account: String
  ) throws(InstallRecordError) -> InstallID {
    try state.withLock { (state) throws(InstallRecordError) in
      if state.isLocked { throw InstallRecordError("the device is locked") }
      let kept = state.ids[account] ?? id
      state.ids[account] = kept
      return kept
    }
  }
}
