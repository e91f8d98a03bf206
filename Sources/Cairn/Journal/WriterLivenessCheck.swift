/// Determines whether the writer of another lane's segment has ended, while this process holds the
/// lock of the file.
struct WriterLivenessCheck {
  /// The time after which a silent writer is presumed to have ended.
  private static let longestSilence: Milliseconds = .days(1)

  /// The age of a segment at which its writer begins another lane, where processes share a folder
  /// without locks: a process that was suspended for a long time does not continue a lane whose
  /// writer was presumed to have ended.
  static let longestUse: Milliseconds = .hours(12)

  let directory: String
  let files: any FileSystem
  let bootSession: UInt64

  /// Returns whether no process writes to the segment any more.
  ///
  /// On systems where every lock is granted, a lock proves nothing. There, writers of this process
  /// are known, and a writer of another process is presumed to have ended after a reboot or after a
  /// day without a record.
  func isGone(_ segment: SegmentSummary, at moment: Moment) throws(FileError) -> Bool {
    if segment.state == .sealed { return true }
    let path = directory + "/" + segment.name.fileName
    guard try OpenFile(path, .read, in: files).tryLock() else { return true }
    guard !InProcessLanes.contains(segment.lane, in: directory), let header = segment.header else {
      return false
    }
    if header.bootSession != bootSession || isBeforeReboot(header, moment) { return true }
    let last = header.created.continuous + Milliseconds(Int64(segment.ticks))
    return moment.continuous - last > Self.longestSilence
  }

  /// Returns whether the clock of this boot has not yet reached the time at which the segment was
  /// created; it says so where the system gives a boot no identifier.
  private func isBeforeReboot(_ header: SegmentHeader, _ moment: Moment) -> Bool {
    bootSession == 0 && header.created.continuous - moment.continuous > Self.skew
  }

  /// The age of a moment that was read before another process created a segment.
  private static let skew: Milliseconds = .seconds(60)
}
