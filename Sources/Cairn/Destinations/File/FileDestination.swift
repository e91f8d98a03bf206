public import Foundation

/// Writes events to files, one line of JSON each (NDJSON): for development, for a tool without a
/// network, or for a log shipper.
///
/// A line is an event in the form of the Segment protocol with its context. A batch is synced to
/// the disk (`fsync`) before it is settled. A line that a crash has torn is removed and written
/// again: each event is in the files exactly once, in order, even after the death of the process.
/// Files are named `<name>-000001.ndjson` and so on. The newest file is written to; the others no
/// longer change and may be moved away. Files are read and written on no particular thread.
public final class FileDestination: Destination {
  /// The name of the destination, of its cursor and of its files.
  ///
  /// The default is `file`.
  public let name: String
  /// The limits of a batch; the default is 500 events and 475 000 bytes.
  public let limits: BatchLimits
  /// The delivery schedule.
  ///
  /// The default, nil, is that of the configuration.
  public let schedule: DeliverySchedule?
  private let directory: String
  private let log: Locked<LineLog>
  private let disk = DiskWork()

  /// Creates a destination.
  ///
  /// - Parameters:
  ///   - directory: The folder of the files; it is created if it does not exist.
  ///   - name: The name of the destination, its cursor and its files; unique among an app's
  ///     destinations, and in the folder.
  ///   - maximumFileBytes: The size at which the next line begins a new file. At least 1 000; the
  ///     default is 10 000 000. A single line may be longer.
  ///   - maximumFiles: The number of files that are kept, including the one that is written to; the
  ///     oldest is deleted with its events. At least 1; the default is 10, nil keeps all.
  ///   - limits: The limits of a batch.
  ///   - schedule: The delivery schedule; by default that of the configuration.
  public convenience init(
    directory: URL, name: String = "file", maximumFileBytes: Int = 10_000_000,
    maximumFiles: Int? = 10, limits: BatchLimits = BatchLimits(), schedule: DeliverySchedule? = nil
  ) {
    self.init(
      directory: directory.path, name: name, maximumFileBytes: maximumFileBytes,
      maximumFiles: maximumFiles, limits: limits, schedule: schedule, files: PosixFileSystem())
  }

  package init(
    directory: String, name: String = "file", maximumFileBytes: Int = 10_000_000,
    maximumFiles: Int? = 10, limits: BatchLimits = BatchLimits(), schedule: DeliverySchedule? = nil,
    files: any FileSystem
  ) {
    self.name = name
    self.limits = limits
    self.schedule = schedule
    self.directory = directory
    log = Locked(
      LineLog(
        LineFiles(directory, prefix: FileName.safe(name), files: files),
        maximumBytes: max(1_000, maximumFileBytes), mostFiles: maximumFiles.map { max(1, $0) },
        window: limits.events))
  }

  /// The path of the folder.
  public var settings: String { directory }

  /// Returns the lines of the events.
  public func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    let shared = DecodedEvent.members(Value(json: context))
    return events.flatMap { EventLine($0, context: context, shared: shared).json + [LineFiles.end] }
  }

  /// Writes the lines that are not in the files yet; returns `later` when the disk fails.
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
