/// What becomes of an instance in a child of `fork(2)`.
extension Engine {
  /// Has the child record into a lane of its own, and deliver nothing.
  ///
  /// Its process has no thread but the one that forked, so that no task runs there. What it has recorded the parent
  /// delivers, or the next process that opens the folder; without a folder it is gone.
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
