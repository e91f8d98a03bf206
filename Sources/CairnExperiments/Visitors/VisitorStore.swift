package import Cairn

/// What is remembered of visitors, across launches: the 10 000 that were used last.
///
/// Safe to use from any thread, one at a time: whoever asks waits for a change that is being written. A change is one small
/// write at the end of a file of this process; when it returns, the change survives the death of the process, though not yet a
/// loss of power, which leaves an earlier state of some visitors and never half of one. Where the disk refuses or the user has denied consent, what is changed holds for this
/// run; it is stored with the next change that can be.
///
/// Several processes may share a folder. Each writes to files of its own and sees what the others had written when it
/// opened; of a visitor whom two change at the same time, the later launch finds the state that was changed last. What was
/// changed before the disk could be read is joined to what it has, whose variations and exposures hold.
package final class VisitorStore: Sendable {
  package static let most = 10_000

  /// What is known of a visitor.
  struct Entry {
    var state: VisitorState
    /// Milliseconds since 1970 of the last change, or one more than that of the change before if that is more.
    var stamp: UInt64
    /// Bytes of its record.
    var size = 0
  }

  private let folder: UserFolder
  private let state: Locked<VisitorLog>

  /// Reads what is there.
  ///
  /// `most` is how many visitors are remembered.
  package init(_ folder: UserFolder, most: Int = VisitorStore.most) {
    self.folder = folder
    var log = VisitorLog(folder, most: most)
    let trouble = log.open()
    state = Locked(log)
    report(trouble)
  }

  /// In the instance's folder; with nothing to keep it in, in memory.
  package convenience init(_ engine: Engine?) {
    self.init(engine?.userFolder(named: "visitors") ?? .none)
  }

  /// What is remembered of a visitor, who counts as used now; the empty state of somebody who is not known.
  package func state(of visitor: String) -> VisitorState {
    let (found, trouble) = state.withLock { log in
      // What could not be read may be readable now.
      let trouble = log.follow() ?? log.open()
      return (log.entries.use(visitor)?.state ?? VisitorState(), trouble)
    }
    report(trouble)
    return found
  }

  /// Changes what is remembered of a visitor; what the closure returns.
  ///
  /// The closure is called once, while no other change is made: it must be short and must not call the store.
  @discardableResult
  package func change<Result, Failure: Error>(
    _ visitor: String, _ body: (inout VisitorState) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    var trouble: String?
    defer { report(trouble) }
    return try state.withLock { (log) throws(Failure) in
      trouble = log.follow() ?? log.open()
      var changed = log.entries.use(visitor)?.state ?? VisitorState()
      let before = changed
      let result = try body(&changed)
      if changed != before { trouble = log.set(visitor, changed) ?? trouble }
      return result
    }
  }

  /// Forgets a visitor, on the disk too: what is left there goes as soon as the others lie in a new file.
  package func forget(_ visitor: String) {
    let trouble = state.withLock { log in
      let trouble = log.follow() ?? log.open()
      return log.forget(visitor) ?? trouble
    }
    report(trouble)
  }

  /// Makes what was changed survive a loss of power.
  package func sync() throws(FileError) {
    try state.withLock { (log) throws(FileError) in try log.sync() }
  }

  /// Outside the lock: whoever is told may ask.
  private func report(_ trouble: String?) {
    guard let trouble else { return }
    folder.diagnostics.report(.error, "experiments.storage", trouble)
  }
}

extension UserFolder {
  /// In memory, for as long as it is held.
  fileprivate static var none: UserFolder {
    let files = VolatileFileSystem()
    let diagnostics = Diagnostics { _ in }
    let consents = ConsentStore(
      "/memory", files: files, standard: .granted, diagnostics: diagnostics)
    return UserFolder(
      "/memory/visitors", files: files, clock: SystemClock(), randomness: SystemRandomness(),
      consents: consents, diagnostics: diagnostics)
  }
}
