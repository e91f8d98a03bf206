public import Foundation

/// Writes events to files, a line of JSON each (NDJSON): to look at while an app is made, for a tool without a network,
/// or for whatever ships logs.
///
/// A line is an event in the form of the Segment protocol with its context. A batch is on the disk (`fsync`) before it is
/// settled. What a crash has torn is cut off and written again: after the death of the process, too, each event is in the
/// files exactly once, in order. Files are called `<name>-000001.ndjson` and so on. The newest is written to; the others
/// do not change any more and may be moved away. Reading and writing happen on no particular thread.
public final class FileDestination: Destination {
  /// Names the cursor and the files.
  ///
  /// The default is `file`.
  public let name: String
  /// The default is 500 events and 475 000 bytes.
  public let limits: BatchLimits
  /// How often it is delivered to.
  ///
  /// The default, nil, is what the configuration says.
  public let pace: Pace?
  private let directory: String
  private let log: Locked<LineLog>
  private let disk = DiskWork()

  /// Makes a destination.
  ///
  /// - Parameters:
  ///   - directory: Where the files are; it is made if it is not there.
  ///   - name: Names the cursor and the files; unique among an app's destinations, and in the folder.
  ///   - maximumFileBytes: A file that would be longer with the next line is ended, and another one begun. At least 1 000;
  ///     the default is 10 000 000. A single line may be longer.
  ///   - maximumFiles: How many files are kept, the one that is written to included; the oldest is deleted with the events
  ///     in it. At least 1; the default is 10, nil for all.
  ///   - limits: How much is written at once.
  ///   - pace: How often it is written; by default as the configuration says.
  public convenience init(
    directory: URL, name: String = "file", maximumFileBytes: Int = 10_000_000,
    maximumFiles: Int? = 10, limits: BatchLimits = BatchLimits(), pace: Pace? = nil
  ) {
    self.init(
      directory: directory.path, name: name, maximumFileBytes: maximumFileBytes,
      maximumFiles: maximumFiles, limits: limits, pace: pace, files: PosixFileSystem())
  }

  package init(
    directory: String, name: String = "file", maximumFileBytes: Int = 10_000_000,
    maximumFiles: Int? = 10, limits: BatchLimits = BatchLimits(), pace: Pace? = nil,
    files: any FileSystem
  ) {
    self.name = name
    self.limits = limits
    self.pace = pace
    self.directory = directory
    log = Locked(
      LineLog(
        LineFiles(directory, prefix: FileName.safe(name), files: files),
        mostBytes: max(1_000, maximumFileBytes), mostFiles: maximumFiles.map { max(1, $0) },
        window: limits.events))
  }

  /// The folder.
  public var settings: String { directory }

  /// A line an event.
  public func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    let shared = DecodedEvent.members(Value(json: context))
    return events.flatMap { EventLine($0, context: context, shared: shared).json + [LineFiles.end] }
  }

  /// Writes the lines that are not in the files yet; `later` when the disk refuses.
  public func deliver(_ batch: Batch) async -> Outcome {
    await disk.run { [self] _ in write(batch) }
  }

  private func write(_ batch: Batch) -> Outcome {
    let lines = batch.body.split(separator: LineFiles.end).map(EventLine.init)
    guard !lines.isEmpty, batch.body.last == LineFiles.end, lines.allSatisfy({ $0.id != nil })
    else {
      return .refused("the body is damaged")
    }
    do throws(FileError) {
      try log.withLock { (log) throws(FileError) in try log.append(lines) }
      return .accepted
    } catch {
      return .later(afterSeconds: nil, reason: "\(error)")
    }
  }
}
