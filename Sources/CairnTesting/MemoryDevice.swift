package import Cairn

/// A keychain and user defaults in memory, and the app's disk, with the effects of deleting the
/// app, a backup and a kill.
package final class MemoryDevice: AnonymousIDRecord, KeyValueStore, Sendable {
  package struct State: Sendable {
    package var kept: String?
    package var settings: [String: String]
    package var isFailing = false
    package var calls: [String] = []
    /// The number of further writes to files, record and settings together; later writes fail.
    package var writesLeft = Int.max

    package init(kept: String? = nil, settings: [String: String] = [:]) {
      self.kept = kept
      self.settings = settings
    }
  }

  package let memory: InMemoryFileSystem
  package let state: Locked<State>
  /// An identifier that another process keeps just before this one does.
  package let intruder = Locked<String?>(nil)
  /// The seed of the identifiers that are generated on the device.
  package let seed: UInt64
  /// Called while the record is being replaced.
  package let onWrite = Locked(ClosureBox<@Sendable () -> Void>({}))

  package init(
    _ memory: InMemoryFileSystem = InMemoryFileSystem(), _ state: State = State(), seed: UInt64 = 1
  ) {
    self.seed = seed
    self.memory = memory
    self.state = Locked(state)
  }

  /// The app's disk; writes fail when none are left.
  package var files: any FileSystem {
    FaultyFileSystem(memory) { [self] call in
      call.name == "write" && !mayWrite() ? .fail(FileError.inputOutput) : .none
    }
  }

  package var places: AnonymousIDLocations {
    AnonymousIDLocations(record: self, settings: self, account: "shop")
  }
  package var kept: String? { state.withLock { $0.kept } }
  package var mirror: String? { state.withLock { $0.settings["cairn.shop.anonymousID"] } }
  package var calls: [String] {
    state.withLock { state in
      defer { state.calls = [] }
      return state.calls
    }
  }

  package func fail(_ isFailing: Bool = true) { state.withLock { $0.isFailing = isFailing } }
  package func dieAfter(writes: Int) { state.withLock { $0.writesLeft = writes } }

  /// Returns the same device without the app's files.
  package func deletingApp() -> MemoryDevice {
    let kept = kept
    return MemoryDevice(InMemoryFileSystem(), State(kept: kept), seed: seed + 100)
  }

  /// Returns another device on which a backup was restored: without the journal and the keychain.
  package func restoredElsewhere() -> MemoryDevice {
    let settings = state.withLock { $0.settings }
    return MemoryDevice(InMemoryFileSystem(), State(settings: settings), seed: seed + 1_000)
  }

  private func mayWrite() -> Bool {
    state.withLock { state in
      guard state.writesLeft > 0 else { return false }
      state.writesLeft -= 1
      return true
    }
  }

  private func call(_ name: String) throws(AnonymousIDRecordError) {
    try state.withLock { (state) throws(AnonymousIDRecordError) in
      state.calls.append(name)
      if state.isFailing { throw AnonymousIDRecordError("no keychain") }
    }
  }

  package func read() throws(AnonymousIDRecordError) -> String? {
    try call("read")
    return kept
  }

  package func keep(_ id: String) throws(AnonymousIDRecordError) -> String {
    try call("keep")
    guard mayWrite() else { throw AnonymousIDRecordError("dead") }
    return state.withLock { state in
      state.kept = state.kept ?? intruder.withLock { $0 } ?? id
      return state.kept ?? id
    }
  }

  package func replace(with id: String) throws(AnonymousIDRecordError) {
    try call("replace")
    onWrite.withLock { $0 }.call()
    guard mayWrite() else { throw AnonymousIDRecordError("dead") }
    state.withLock { $0.kept = id }
  }

  package func remove() throws(AnonymousIDRecordError) {
    try call("remove")
    guard mayWrite() else { throw AnonymousIDRecordError("dead") }
    state.withLock { $0.kept = nil }
  }

  package func text(_ name: String) -> String? { state.withLock { $0.settings[name] } }

  package func set(_ text: String?, for name: String) {
    guard mayWrite() else { return }
    state.withLock { $0.settings[name] = text }
  }
}
