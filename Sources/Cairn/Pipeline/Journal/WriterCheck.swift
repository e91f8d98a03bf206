/// Finds out whether another segment's writer is gone, while this process holds the lock of the segment's file.
struct WriterCheck {
  /// Milliseconds.
  private static let longestSilence: Int64 = 86_400_000

  let directory: String
  let files: any FileSystem
  let bootSession: UInt64

  /// Whether nobody writes to the segment any more.
  ///
  /// Where everybody gets every lock, a lock says nothing. There a writer of this process is known, and one of another
  /// process is taken to be gone after a start of the machine or a day without a record.
  func isGone(_ segment: SegmentSummary, at moment: Moment) throws(FileError) -> Bool {
    if segment.state == .sealed { return true }
    let path = directory + "/" + segment.name.fileName
    guard try OpenFile(path, .read, in: files).tryLock() else { return true }
    guard !LivingLanes.contains(segment.lane, in: directory), let header = segment.header else {
      return false
    }
    if header.bootSession != bootSession { return true }
    // Wrapping: the header may say anything.
    let last = header.created.continuous &+ Int64(segment.ticks)
    return moment.continuous &- last > Self.longestSilence
  }
}
