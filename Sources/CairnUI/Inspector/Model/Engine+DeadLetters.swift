import Cairn

extension Engine {
  /// Returns the dead letters of a destination, by its name in the ledger.
  ///
  /// Its methods read and write files, so they must not be called on a thread that records.
  // Not in the module `Cairn`: an app without the inspector would grow by 8 KB.
  func deadLetters(of name: String) -> DeadLetterManager {
    let (folder, files, encryption) = file(named: "")
    // Letters that were read before an erasure are not written after it.
    let erasureAware = ErasureAwareFileSystem(files) { [consents] in
      consents.isCurrent(inDelivery: true)
    }
    return DeadLetterManager(
      String(folder.dropLast()), destination: name, files: erasureAware, clock: clock,
      randomness: randomness, encryption: encryption)
  }

  /// Replays or discards dead letters of a destination, never at the same time as an erasure or a
  /// change of the destinations.
  ///
  /// Waits for the lease of the destination, which a batch in flight holds. When this returns, the
  /// ledger has the change. Throws an error of `DeadLetterManager` when nothing was changed, or not
  /// all events were replayed.
  func changeDeadLetters(
    of name: String,
    _ change: @escaping @Sendable (DeadLetterManager) async throws -> DeadLetterManager.Report
  ) async throws -> DeadLetterManager.Report {
    let letters = deadLetters(of: name)
    let result = await inTurn { _ in
      do {
        return Result<DeadLetterManager.Report, any Error>.success(try await change(letters))
      } catch {
        return .failure(error)
      }
    }
    // Even if it drops no event, the worker takes the lease, and so reads the changed counters.
    await registry.workers.first { $0.name == name }?.drop([], .discarded)
    return try result.get()
  }
}
