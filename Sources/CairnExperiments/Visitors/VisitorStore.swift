package import Cairn

/// What is remembered of visitors, across launches: the 10 000 that were used last.
///
/// Safe to use from any thread. Who reads waits neither for a change that is being written nor for the disk, once what was
/// there at first is read; those who change something wait for each other. A change is one small write at the end of a file
/// of this process; when it returns, the change survives the death of the process, though not yet a loss of power, which
/// leaves an earlier state of some visitors and never half of one. Nobody sees it before that. Where the disk refuses or
/// the user has denied consent, what is changed holds for this run; it is stored with the next change that can be.
///
/// Several processes may share a folder. Each writes to files of its own and sees what the others had written when it
/// opened, or when it first changed something after an erasure; of a visitor whom two change at the same time, the later
/// launch finds the state that was changed last. What was changed before the disk could be read is joined to what it has,
/// whose variations and exposures hold.
package final class VisitorStore: Sendable {
  package static let most = 10_000

  private let folder: UserFolder
  private let memory: VisitorMemory
  /// Under which visitors are stored and reported.
  package let names: VisitorNames
  /// Held while the disk is waited for; who needs both has it before the memory's.
  private let log: Locked<VisitorLog>

  /// Reads what is there.
  ///
  /// `most` is how many visitors are remembered; `redactor` and `anonymousID` say what may be stored of their identifiers.
  package init(
    _ folder: UserFolder, most: Int = VisitorStore.most, redactor: Redactor = Redactor(),
    anonymousID: @escaping @Sendable () -> String = { "" }
  ) {
    self.folder = folder
    names = VisitorNames(folder, redactor, anonymousID: anonymousID)
    memory = VisitorMemory(folder)
    var log = VisitorLog(folder, memory, names, most: most)
    let trouble = log.catchUp()
    self.log = Locked(log)
    report(trouble.map { [$0] } ?? [])
  }

  /// In the instance's folder; with nothing to keep it in, in memory.
  package convenience init(_ engine: Engine?) {
    self.init(
      engine?.userFolder(named: "visitors") ?? .none,
      redactor: engine?.recorder.redactor ?? Redactor()
    ) { [weak engine] in engine?.recorder.anonymousID ?? "" }
  }

  /// What is remembered of a visitor, who counts as used now; the empty state of somebody who is not known.
  ///
  /// Waits for the disk only when what it had at first could not be read, and may be readable now.
  package func state(of visitor: String) -> VisitorState {
    memory.state(of: names.stored(visitor)) ?? latestState(of: visitor)
  }

  /// The same for somebody who is about to change it: waits for those who change something, and after an erasure reads what
  /// another process has written since.
  package func latestState(of visitor: String) -> VisitorState { change(visitor) { $0 } }

  func latestState(of visitor: String, saying troubles: inout [String]) -> VisitorState {
    change(visitor, saying: &troubles) { $0 }
  }

  /// Changes what is remembered of a visitor; what the closure returns.
  ///
  /// The closure is called once, while no other change is made: it must be short and must not call the store.
  @discardableResult
  package func change<Result, Failure: Error>(
    _ visitor: String, _ body: (inout VisitorState) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    var troubles: [String] = []
    defer { report(troubles) }
    return try change(visitor, saying: &troubles, body)
  }

  /// The same for somebody who holds something that the log's reader may wait for, and will `report` what is to be said.
  func change<Result, Failure: Error>(
    _ visitor: String, saying troubles: inout [String],
    _ body: (inout VisitorState) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    let name = names.stored(visitor)
    var trouble: String?
    defer { if let trouble { troubles.append(trouble) } }
    return try log.withLock { (log) throws(Failure) in
      trouble = log.catchUp()
      let before = log.state(of: name)
      var changed = before
      let result = try body(&changed)
      if changed != before { trouble = log.set(name, changed) ?? trouble }
      return result
    }
  }

  /// Forgets a visitor, on the disk too: what is left there goes as soon as the others lie in a new file.
  package func forget(_ visitor: String) {
    var troubles: [String] = []
    forget(visitor, saying: &troubles)
    report(troubles)
  }

  func forget(_ visitor: String, saying troubles: inout [String]) {
    let names = names.everyStored(visitor)
    let trouble = log.withLock { log in
      names.reduce(log.catchUp()) { trouble, name in log.forget(name) ?? trouble }
    }
    if let trouble { troubles.append(trouble) }
  }

  /// Makes what was changed survive a loss of power.
  package func sync() throws(FileError) {
    try log.withLock { (log) throws(FileError) in try log.sync() }
  }

  /// Outside the lock: whoever is told may ask.
  func report(_ troubles: [String]) {
    for trouble in troubles { folder.diagnostics.report(.error, "experiments.storage", trouble) }
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
