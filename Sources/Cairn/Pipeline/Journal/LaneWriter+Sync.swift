/// Syncing, and what is done when it fails.
extension LaneWriter {
  /// What waits in memory need not hold up the sync of what is stored; what a failed file holds must.
  mutating func retryBeforeSync(at moment: Moment) throws(FileError) {
    // Whatever becomes of this attempt: an announcement that outlives it would be the last one.
    isSyncAnnounced = false
    do throws(FileError) {
      try retry(at: moment)
    } catch {
      if needsRewriting { throw error }
    }
  }

  mutating func beginSync() -> SyncJob {
    let needsFolder = folderIsUnsynced || writer == nil
    let job = SyncJob(
      closed: unsynced, active: activeFile,
      folders: needsFolder ? SyncJob.folders(directory, withParents: !parentsAreSynced) : [],
      lane: lane, index: lastIndex, ticket: stored, forgotten: forgotten)
    unsynced = []
    folderIsUnsynced = false
    isDirty = false
    isSyncAnnounced = false
    isSyncUnderWay = true
    window.beginSync()
    return job
  }

  /// Only this takes a record out of what is unsynced: a sync of the file that holds it.
  mutating func finishSync(_ job: SyncJob) {
    isSyncUnderWay = false
    discardSuperseded()
    unsure = nil
    if !suspects.isEmpty { askForSync() }
    if !job.folders.isEmpty { parentsAreSynced = true }
    guard job.lane == lane else { return }
    syncedIndex = max(syncedIndex, job.index)
    window.finishSync(through: job.index)
  }

  /// A second sync of a file may say yes and have lost what the first one could not write.
  ///
  /// So nothing more goes there, and what is not confirmed is written again, elsewhere, with the same numbers.
  mutating func failSync(_ job: SyncJob, at moment: Moment) throws(FileError) {
    isSyncUnderWay = false
    // What was forgotten is not written again.
    guard job.forgotten == forgotten else { return }
    askForSync()
    folderIsUnsynced = true
    suspect(job)
    guard window.isWhole || activeFile?.path == job.active?.path else { return }
    do throws(FileError) {
      try replaceSegment(at: moment)
    } catch {
      trouble = trouble ?? StorageTrouble(StorageProblem(error), at: moment)
      throw error
    }
  }

  /// The files were synced, but not all that failed before could be written again.
  mutating func interruptSync(_ job: SyncJob) {
    isSyncUnderWay = false
    guard job.forgotten == forgotten else { return }
    askForSync()
    folderIsUnsynced = true
  }

  /// There is something to sync that no event has brought: the next sync shall not take it for done, since then what is
  /// announced would stay so for ever.
  private mutating func askForSync() {
    isDirty = true
    stored += 1
  }

  /// The disk has not confirmed, twice.
  mutating func doubt(_ failure: FileError, at moment: Moment) {
    if unsure == nil { unsure = UnsureDisk(failure, at: moment) }
    unsure?.failAgain(failure, at: moment)
  }

  /// Says once that not all could be written again: somebody removed the files, and they were not in memory.
  mutating func reportLoss() throws(FileError) {
    guard hasLost else { return }
    hasLost = false
    throw FileError(call: "rewrite", path: directory, code: FileError.missing)
  }

  var activeFile: OpenFile? {
    switch writer {
    case .some(let writer): writer.file
    case .none: nil
    }
  }
}
