package import Cairn

/// The conversions that wait for a document with their goal, kept across launches: each is a file.
///
/// It may be used from any thread. When `add` returns, the conversion survives the death of the
/// process. If the disk fails, it stays in memory, and the next `add` tries to store it again.
package final class ConversionStore: Sendable {
  /// The maximum number of waiting conversions.
  static let most = 1_000

  private struct Entry {
    let conversion: WaitingConversion
    var isStored: Bool
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

  /// What became of a conversion that was added.
  enum Addition {
    case added
    /// The same conversion already waits.
    case known
    /// Too many conversions wait.
    case full
    /// Everything was erased since the conversion was made.
    case erased
  }

  let folder: UserFolder
  private let state: Locked<State>

  package init(_ folder: UserFolder) {
    self.folder = folder
    state = Locked(State(erasures: folder.erasures))
  }

  /// The number of waiting conversions.
  package var count: Int { withState { state, _ in state.entries.count } }

  /// The waiting conversions in the order of their times, and the number of erasures to which they
  /// belong.
  var all: (conversions: [WaitingConversion], erasures: UInt64) {
    withState { state, _ in
      let all = state.entries.values.map(\.conversion)
      return (all.sorted { ($0.time, $0.id) < ($1.time, $1.id) }, state.erasures)
    }
  }

  /// Adds a conversion, unless one that is the same waits and this one is not forced.
  func add(_ conversion: WaitingConversion, asOf erasures: UInt64) -> Addition {
    let (addition, isStored) = withState { state, trouble -> (Addition, Bool) in
      let isKnown = state.entries.values.contains { $0.conversion.isSame(conversion) }
      if isKnown, !conversion.isForced { return (.known, false) }
      guard state.entries.count < Self.most else { return (.full, false) }
      guard state.erasures == erasures else { return (.erased, false) }
      state.entries[conversion.id] = Entry(conversion: conversion, isStored: false)
      trouble = store(&state)
      return (.added, state.entries[conversion.id]?.isStored ?? false)
    }
    if isStored { sync(conversion.id) }
    return addition
  }

  /// Resolves a conversion if no other process does so at the same time; removes it when `body`
  /// returns true.
  func resolve(_ conversion: WaitingConversion, _ body: () -> Bool) {
    let id = conversion.id
    guard let isStored = withState({ state, _ in state.entries[id]?.isStored }) else { return }
    guard isStored else {
      if body() { forget(id) }
      return
    }
    do throws(FileError) {
      let file = try WaitingConversionFile(id, in: folder)
      guard try file.tryLock() else { return }
      guard file.isThere else { return forget(id) }
      guard body() else { return }
      try file.remove()
      forget(id)
    } catch {
      // Another process has resolved it, or everything was erased.
      if error.code == FileError.missing { return forget(id) }
      report(withState { state, _ in Self.trouble(error, &state) })
    }
  }

  private func forget(_ id: UInt64) { withState { state, _ in state.entries[id] = nil } }

  /// Calls the body with the entries after they are read, and logs the trouble it sets.
  private func withState<Result>(_ body: (inout State, inout String?) -> Result) -> Result {
    var trouble: String?
    defer { report(trouble) }
    return state.withLock { state in
      if state.erasures != folder.erasures {
        // The files are gone.
        state = State(erasures: folder.erasures)
      }
      if !state.isRead { trouble = read(&state) }
      return body(&state, &trouble)
    }
  }

  private func report(_ trouble: String?) {
    if let trouble { folder.diagnostics.report(.error, "experiments.storage", trouble) }
  }

  private static func trouble(_ error: FileError, _ state: inout State) -> String? {
    if error.code == FileError.stale { return nil }
    defer { state.isInTrouble = true }
    return state.isInTrouble
      ? nil : "conversions that wait for the document are lost when the process ends: \(error)"
  }
}

/// The files.
extension ConversionStore {
  /// Reads the files of earlier launches and of other processes; returns a message when that fails.
  private func read(_ state: inout State) -> String? {
    do throws(FileError) {
      for name in try folder.files.namesIfPresent(in: folder.path).sorted() {
        guard let id = WaitingConversionFile.id(name), state.entries[id] == nil,
          state.entries.count < Self.most, let conversion = try conversion(id)
        else { continue }
        state.entries[id] = Entry(conversion: conversion, isStored: true)
      }
      state.isRead = true
      return nil
    } catch {
      return Self.trouble(error, &state)
    }
  }

  /// Returns the conversion of a file; nil when it was removed or cannot be read.
  ///
  /// A file that is incomplete or damaged is removed.
  private func conversion(_ id: UInt64) throws(FileError) -> WaitingConversion? {
    do throws(FileError) {
      let file = try WaitingConversionFile(id, in: folder)
      switch try file.content() {
      case .conversion(let conversion): return conversion
      case .sealed: return nil
      // A process that writes the file at this time has its lock.
      case .incomplete: if try file.tryLock() { try file.remove() }
      case .damaged:
        guard try file.tryLock() else { return nil }
        try file.remove()
        folder.diagnostics.report(
          .warning, "experiments.damaged",
          "a conversion that waited for the document is lost: its file is damaged")
      }
      return nil
    } catch {
      if error.code == FileError.missing { return nil }
      throw error
    }
  }

  /// Stores the entries that are in memory only; returns a message when that fails.
  private func store(_ state: inout State) -> String? {
    guard folder.mayStore else { return nil }
    for entry in state.entries.values where !entry.isStored {
      do throws(FileError) {
        try WaitingConversionFile.write(entry.conversion, in: folder, asOf: state.erasures)
        state.entries[entry.conversion.id]?.isStored = true
        state.isInTrouble = false
      } catch {
        return Self.trouble(error, &state)
      }
    }
    return nil
  }

  /// Syncs a file on another thread, so that the caller does not wait for the disk.
  private func sync(_ id: UInt64) {
    Task.detached(priority: .utility) { [folder] in
      // The conversion may be resolved already. A failure concerns only a loss of power.
      try? WaitingConversionFile(id, in: folder).sync()
    }
  }
}
