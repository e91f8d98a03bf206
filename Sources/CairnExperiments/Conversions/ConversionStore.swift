package import Cairn

/// The conversions that wait for a document with their goal, kept across launches: each is a file.
///
/// It may be used from any thread. When `add` returns, the conversion survives the death of the
/// process. If the disk fails, it stays in memory, and the next call of `add` or `all` tries to
/// store it again.
package final class ConversionStore: Sendable {
  /// The maximum number of waiting conversions.
  static let most = 1_000
  /// The number of failures after which the disk counts as failing as a whole.
  private static let mostFailures = 3

  private struct Entry {
    let conversion: WaitingConversion
    var isStored: Bool
    /// Whether only its file is left to be removed.
    var isResolved = false
  }

  private struct State {
    /// The number of erasures to which the entries belong.
    var erasures: UInt64
    var entries: [UInt64: Entry] = [:]
    /// Whether the files were read.
    var isRead = false
    /// Whether it was logged that the disk fails.
    var isInTrouble = false
  }

  /// The outcome of an addition.
  enum Addition {
    case added
    /// Another conversion waits that reports the same.
    case known
    /// Too many conversions wait.
    case full
    /// Everything was erased since the conversion was made.
    case erased
  }

  /// The lines for the log, which are written after the lock is released.
  private typealias Lines = [(level: Diagnostic.Level, code: String, text: String)]

  let folder: UserDataFolder
  private let state: Locked<State>
  /// The events of conversions that waited.
  private let progress = WaitingProgress()

  package init(_ folder: UserDataFolder) {
    self.folder = folder
    state = Locked(State(erasures: folder.erasures))
  }

  /// The number of waiting conversions.
  package var count: Int {
    withState { state, _ in state.entries.values.count { !$0.isResolved } }
  }

  /// Whether no conversion waits, and no file is left to be removed.
  var isEmpty: Bool { withState { state, _ in state.entries.isEmpty } }

  /// The waiting conversions in the order of their times, also those of other processes.
  var all: [WaitingReport] {
    withState { state, lines in
      read(&state, &lines)
      store(&state, &lines)
      let all = state.entries.values.map {
        WaitingReport(
          conversion: $0.conversion, erasures: state.erasures, progress: progress)
      }
      return all.sorted {
        ($0.conversion.time, $0.conversion.id) < ($1.conversion.time, $1.conversion.id)
      }
    }
  }

  /// Adds a conversion, unless one waits that reports the same.
  func add(_ conversion: WaitingConversion, asOf erasures: UInt64) -> Addition {
    let (addition, isStored) = withState { state, lines -> (Addition, Bool) in
      guard state.erasures == erasures else { return (.erased, false) }
      let isKnown = state.entries.values.contains {
        !$0.isResolved && $0.conversion.covers(conversion)
      }
      if isKnown { return (.known, false) }
      guard state.entries.count < Self.most else { return (.full, false) }
      state.entries[conversion.id] = Entry(conversion: conversion, isStored: false)
      store(&state, &lines)
      return (.added, state.entries[conversion.id]?.isStored ?? false)
    }
    if isStored { sync(conversion.id) }
    return addition
  }

  /// The outcome of an attempt to resolve a conversion.
  enum Resolution {
    /// The conversion waits no longer.
    case resolved
    /// It waits for a newer document.
    case waits
    /// The disk failed, or another process resolves it; to be tried again.
    case failed
  }

  /// Resolves a conversion if no other process does so at the same time; removes it when `body`
  /// returns `resolved`.
  @discardableResult
  func resolve(_ conversion: WaitingConversion, _ body: () -> Resolution) -> Resolution {
    let id = conversion.id
    guard let entry = withState({ state, _ in state.entries[id] }) else { return .resolved }
    do throws(FileError) {
      guard entry.isStored else {
        let outcome = entry.isResolved ? .resolved : body()
        if outcome == .resolved { try remove(id) }
        return outcome
      }
      return try resolveStored(id, isResolved: entry.isResolved, body)
    } catch {
      // Another process has resolved it, or everything was erased.
      if error.code == FileError.missing { return forget(id) }
      withState { state, lines in Self.note(error, &state, &lines) }
      return .failed
    }
  }

  private func resolveStored(
    _ id: UInt64, isResolved: Bool, _ body: () -> Resolution
  ) throws(FileError) -> Resolution {
    let file = try WaitingConversionFile(id, in: folder)
    guard try file.tryLock() else { return .failed }
    guard file.isThere else { return forget(id) }
    let outcome = isResolved ? .resolved : body()
    guard outcome == .resolved else { return outcome }
    // If the removal fails, only that is repeated.
    withState { state, _ in state.entries[id]?.isResolved = true }
    try file.remove()
    return forget(id)
  }

  /// Removes an entry that was in memory only, and its file if it was stored in the meantime.
  private func remove(_ id: UInt64) throws(FileError) {
    let isStored = withState { state, _ in
      state.entries[id]?.isResolved = true
      return state.entries[id]?.isStored ?? false
    }
    if isStored { try WaitingConversionFile(id, in: folder).remove() }
    forget(id)
  }

  @discardableResult
  private func forget(_ id: UInt64) -> Resolution {
    withState { state, _ in state.entries[id] = nil }
    return .resolved
  }

  /// Calls the body with the entries after they are read, and logs its lines.
  private func withState<Result>(_ body: (inout State, inout Lines) -> Result) -> Result {
    var lines: Lines = []
    let result = state.withLock { state in
      if state.erasures != folder.erasures {
        // The erasure has removed the files.
        state = State(erasures: folder.erasures)
        progress.clear()
      }
      if !state.isRead { read(&state, &lines) }
      return body(&state, &lines)
    }
    for line in lines { folder.diagnostics.report(line.level, line.code, line.text) }
    return result
  }

  private static func note(_ error: FileError, _ state: inout State, _ lines: inout Lines) {
    guard error.code != FileError.stale, !state.isInTrouble else { return }
    state.isInTrouble = true
    lines.append(
      (
        .error, "experiments.storage",
        "conversions that wait for the document cannot be read or stored: \(error)"
      ))
  }
}

/// The files.
extension ConversionStore {
  /// Reads the files of earlier launches and of other processes, and removes the entries whose
  /// files another process has removed.
  private func read(_ state: inout State, _ lines: inout Lines) {
    let names: [String]
    do throws(FileError) {
      names = try folder.files.namesIfPresent(in: folder.path)
    } catch {
      return Self.note(error, &state, &lines)
    }
    if !state.isRead {
      for name in names { try? WaitingConversionFile.removeDraft(name, in: folder) }
    }
    state.isRead = true
    let ids = Set(names.compactMap(WaitingConversionFile.id))
    state.entries = state.entries.filter { !$0.value.isStored || ids.contains($0.key) }
    for id in ids.sorted() where state.entries[id] == nil && state.entries.count < Self.most {
      do throws(FileError) {
        guard let conversion = try conversion(id, &lines) else { continue }
        state.entries[id] = Entry(conversion: conversion, isStored: true)
      } catch {
        // One file that cannot be read now must not keep the others from being reported.
        Self.note(error, &state, &lines)
      }
    }
  }

  /// Returns the conversion of a file; nil when it was removed or cannot be read.
  ///
  /// A damaged file is removed.
  private func conversion(
    _ id: UInt64, _ lines: inout Lines
  ) throws(FileError) -> WaitingConversion? {
    do throws(FileError) {
      let file = try WaitingConversionFile(id, in: folder)
      switch try file.content() {
      case .conversion(let conversion): return conversion
      case .sealed: return nil
      case .damaged:
        try file.remove()
        let text = "a conversion that waited for the document is lost: its file is damaged"
        lines.append((.warning, "experiments.damaged", text))
        return nil
      }
    } catch {
      if error.code == FileError.missing { return nil }
      throw error
    }
  }

  /// Stores the entries that are in memory only.
  private func store(_ state: inout State, _ lines: inout Lines) {
    guard folder.mayStore else { return }
    let unsaved = state.entries.values.filter { !$0.isStored && !$0.isResolved }
    var failures = 0
    for entry in unsaved.sorted(by: { $0.conversion.time < $1.conversion.time }) {
      do throws(FileError) {
        try WaitingConversionFile.write(entry.conversion, in: folder, asOf: state.erasures)
        state.entries[entry.conversion.id]?.isStored = true
        state.isInTrouble = false
      } catch {
        Self.note(error, &state, &lines)
        // One that cannot be stored must not keep the others in memory.
        failures += 1
        if failures == Self.mostFailures { return }
      }
    }
  }

  /// Syncs a file on another thread, so that the caller does not wait for the disk.
  private func sync(_ id: UInt64) {
    Task.detached(priority: .utility) { [folder] in
      // The conversion may be resolved already. A failure concerns only a loss of power.
      try? WaitingConversionFile(id, in: folder).sync()
    }
  }
}
