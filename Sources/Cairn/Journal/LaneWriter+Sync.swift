/// Syncs, and the handling of failed syncs.
extension LaneWriter {
  /// Retries failed writes before a sync; events in memory do not delay the sync of stored ones,
  /// but the rewriting of a failed file does.
  mutating func retryBeforeSync(at moment: Moment) throws(FileError) {
    // Reset whatever the result of this attempt is: if the announcement stayed set, no further sync
    // would be announced.
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

  /// Marks the records of a successful sync as synced; nothing else removes a record from the
  /// unsynced ones.
  mutating func finishSync(_ job: SyncJob) {
    isSyncUnderWay = false
    discardSuperseded()
    unsure = nil
    if !unconfirmedFiles.isEmpty { askForSync() }
    if !job.folders.isEmpty { parentsAreSynced = true }
    guard job.lane == lane else { return }
    syncedIndex = max(syncedIndex, job.index)
    window.finishSync(through: job.index)
  }

  /// Handles a failed sync: writes the unconfirmed records to another file, with the same numbers.
  ///
  /// A second sync of a file may succeed although data that the first one could not write is lost.
  /// Nothing more is therefore written to it.
  mutating func failSync(_ job: SyncJob, at moment: Moment) throws(FileError) {
    isSyncUnderWay = false
    // Records that were forgotten are not written again.
    guard job.forgotten == forgotten else { return }
    askForSync()
    folderIsUnsynced = true
    suspect(job)
    guard window.isWhole || activeFile?.path == job.active?.path else { return }
    do throws(FileError) {
      try replaceSegment(at: moment)
    } catch {
      trouble = trouble ?? WriteBackoff(StorageProblem(error), at: moment)
      throw error
    }
  }

  /// Handles a sync that succeeded, while files of an earlier failed sync could not be copied.
  mutating func interruptSync(_ job: SyncJob) {
    isSyncUnderWay = false
    guard job.forgotten == forgotten else { return }
    askForSync()
    folderIsUnsynced = true
  }

  /// Requests a sync without a new event.
  ///
  /// The counter of stored records grows, because the next sync would otherwise be taken for done,
  /// and a sync that is announced would never be made.
  private mutating func askForSync() {
    isDirty = true
    stored += 1
  }

  /// Notes that the disk failed to confirm a sync twice in a row.
  mutating func doubt(_ failure: FileError, at moment: Moment) {
    if unsure == nil { unsure = SyncBackoff(failure, at: moment) }
    unsure?.failAgain(failure, at: moment)
  }

  /// Throws once if some records could not be written again: their files were removed, and they
  /// were not in memory.
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
