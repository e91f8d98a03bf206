package import Cairn

/// The states of the 10 000 most recently used visitors, kept across launches.
///
/// It may be used from any thread. Once the stored states are read, readers wait neither for
/// writers nor for the disk; writers wait for each other. A change is one small write at the end of
/// a file of this process. When it returns, the change survives the death of the process, but
/// possibly not a loss of power, after which some visitors have an earlier, complete state. Readers
/// do not see a change before that. If the disk fails or the user has denied consent, a change
/// stays in memory and is stored with the next change that can be stored.
///
/// Several processes may share a folder. Each writes to its own files and reads those of the others
/// when it opens and at the first change after an erasure. If two processes change a visitor at the
/// same time, the next launch uses the last change. Changes that were made before the disk could be
/// read are joined with the stored states, whose variations and exposures take precedence.
package final class VisitorStore: Sendable {
  package static let most = 10_000

  private let folder: UserDataFolder
  private let memory: VisitorMemory
  /// The names under which visitors are stored and reported.
  package let names: VisitorNames
  /// Held during disk access.
  ///
  /// A thread that needs both locks takes this one before the memory's.
  private let log: Locked<VisitorLog>

  /// Makes a store and reads the files.
  ///
  /// - Parameters:
  ///   - folder: The folder of the files.
  ///   - most: The maximum number of visitors.
  ///   - redactor: The redaction rules for visitor IDs.
  ///   - anonymousID: Returns the current anonymous ID.
  package init(
    _ folder: UserDataFolder, most: Int = VisitorStore.most, redactor: Redactor = Redactor(),
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

  /// Makes a store in the instance's folder; in memory without an engine.
  package convenience init(_ engine: Engine?) {
    self.init(
      engine?.userFolder(named: "visitors") ?? .inMemory,
      redactor: engine?.recorder.redactor ?? Redactor()
    ) { [weak engine] in engine?.recorder.anonymousID ?? "" }
  }

  /// Returns a visitor's state and marks the visitor as used; an unknown visitor has the empty
  /// state.
  ///
  /// It waits for the disk only if the stored states could not be read before and may be readable
  /// now.
  package func state(of visitor: String) -> VisitorState {
    memory.state(of: names.stored(visitor)) ?? latestState(of: visitor)
  }

  /// Returns the state for a caller that is about to change it.
  ///
  /// It waits for writers and, after an erasure, reads what other processes have written since.
  package func latestState(of visitor: String) -> VisitorState { change(visitor) { $0 } }

  func latestState(of visitor: String, saying troubles: inout [String]) -> VisitorState {
    change(visitor, saying: &troubles) { $0 }
  }

  /// Changes a visitor's state and returns the result of the closure.
  ///
  /// The closure is called once, while no other change is made. It must be short and must not call
  /// the store.
  @discardableResult
  package func change<Result, Failure: Error>(
    _ visitor: String, _ body: (inout VisitorState) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    var troubles: [String] = []
    defer { report(troubles) }
    return try change(visitor, saying: &troubles, body)
  }

  /// Changes the state without logging, for callers that hold a lock for which the log's handler
  /// may wait.
  ///
  /// The caller passes `troubles` to `report` after it has released the lock.
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

  /// Removes a visitor's state, also from the disk, as soon as the other visitors are in a new
  /// file.
  package func forget(_ visitor: String) {
    var troubles: [String] = []
    forget(stored: names.everyStored(visitor), saying: &troubles)
    report(troubles)
  }

  /// Removes the state that is stored under these names.
  func forget(stored names: [String], saying troubles: inout [String]) {
    let trouble = log.withLock { log in
      names.reduce(log.catchUp()) { trouble, name in log.forget(name) ?? trouble }
    }
    if let trouble { troubles.append(trouble) }
  }

  /// Syncs the changes, so that they survive a loss of power.
  package func sync() throws(FileError) {
    try log.withLock { (log) throws(FileError) in try log.sync() }
  }

  /// Logs messages without the lock, because the log's handler may call the store.
  func report(_ troubles: [String]) {
    for trouble in troubles { folder.diagnostics.report(.error, "experiments.storage", trouble) }
  }
}

extension UserDataFolder {
  /// A folder in memory.
  static var inMemory: UserDataFolder {
    let files = InMemoryFileSystem()
    let diagnostics = Diagnostics { _ in }
    let consents = ConsentStore(
      "/memory", files: files, standard: .granted, diagnostics: diagnostics)
    return UserDataFolder(
      "/memory/user", files: files, clock: SystemClock(), randomness: SystemRandomness(),
      consents: consents, diagnostics: diagnostics)
  }
}
