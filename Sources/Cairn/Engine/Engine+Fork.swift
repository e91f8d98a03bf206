/// The behavior of an instance in a child of `fork(2)`.
extension Engine {
  /// Registers the parts of the engine with the fork guard: the child records into a lane of its
  /// own, and delivers nothing.
  ///
  /// The child has only the thread that forked, so no task runs there. Its events are delivered by
  /// the parent, or by the next process that opens the folder. Without a folder they are lost.
  func joinForkGuard() {
    let (recorder, roster, upkeep, vault) = (recorder, roster, upkeep, erasure.vault)
    let parts: [[ForkMutex]] = [
      recorder.mutexesForFork, journal.mutexesForFork, consents.mutexesForFork,
      identity.mutexesForFork, roster.mutexesForFork, upkeep.mutexesForFork,
      vault.mutexesForFork, pruner.mutexesForFork, erasure.files.mutexesForFork,
    ]
    let membership = ForkMembership(
      ForkGuard.Member(mutexes: parts.flatMap { $0 }) {
        vault.goOnInChild()
        recorder.goOnInChild()
        roster.goOnInChild()
        upkeep.goOnInChild()
      })
    fork.withLock { $0 = membership }
  }
}
