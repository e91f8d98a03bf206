package import Cairn

/// The files of one SDK in a container.
package struct LegacyStore: Sendable {
  /// The SDK, as `MigrationSource` names it.
  package var vendor: String
  /// The write key, the API key, the token or the name of the instance; nil where there is none.
  package var key: String?
  package var identity: LegacyIdentity
  /// The files with events, in the order in which the events were recorded.
  package var queues: [QueueFile]
  /// The files that are left as they are, each with the reason.
  package var unusable: [UnusableFile] = []

  package init(_ vendor: String, key: String? = nil, identity: LegacyIdentity, queues: [QueueFile])
  {
    self.vendor = vendor
    self.key = key
    self.identity = identity
    self.queues = queues
  }

  /// Whether neither events nor an identity were found.
  package var isEmpty: Bool { queues.isEmpty && unusable.isEmpty && identity.isEmpty }
}

/// A file that is not taken over.
package struct UnusableFile: Equatable, Sendable {
  package var path: String
  package var reason: LossReason
}

/// A file with events.
package struct QueueFile: Sendable {
  /// The absolute path.
  package var path: String
  /// The file's name in reports.
  package var label: String
  /// The files that belong to it, such as the write-ahead log of a database.
  package var companions: [String] = []
  /// Whether the other SDK may append to the file as long as it runs.
  package var isOpen = false
  /// The file or folder that is renamed when the events are taken: a folder where the SDK keeps
  /// nothing else, so that one step takes all files.
  package var root: String
  /// Returns the reader of the file, which may be at another path by now.
  package var open: OpenQueue

  package init(
    _ path: String, label: String, companions: [String] = [], root: String? = nil,
    isOpen: Bool = false, open: @escaping OpenQueue
  ) {
    self.path = path
    self.label = label
    self.companions = companions
    self.isOpen = isOpen
    self.root = root ?? path
    self.open = { path, files throws(FileError) in
      // Nothing can be read of it, and the other files are not to wait for it.
      guard try !files.isFolder(path) else {
        return ItemQueueReader([.lost(.unreadable, label: label)])
      }
      return try open(path, files)
    }
  }
}

/// Opens a file with events for reading.
package typealias OpenQueue =
  @Sendable (
    _ path: String, _ files: any FileSystem
  ) throws(FileError) -> any QueueReader

/// Reads the events of a file in order, one at a time.
package protocol QueueReader {
  /// Returns the next record; nil at the end.
  ///
  /// It throws only when the file cannot be read now, for example because the device is locked.
  mutating func next() throws(FileError) -> LegacyItem?
}

/// The readers' common form: objects of JSON, each of which is one event.
struct ObjectQueueReader: QueueReader {
  /// Returns the event of an object; nil when it is none.
  typealias Map = @Sendable ([String: Value], _ label: String) -> LegacyItem

  private var scanner: ObjectScanner
  private let label: String
  private let map: Map
  private var count = 0

  init(
    _ path: String, _ files: any FileSystem, label: String, _ format: ObjectScanner.Format,
    map: @escaping Map
  ) throws(FileError) {
    scanner = try ObjectScanner(try OpenFile(path, .read, in: files), format)
    self.label = label
    self.map = map
  }

  mutating func next() throws(FileError) -> LegacyItem? {
    guard let item = try scanner.next() else { return nil }
    defer { count += 1 }
    switch item {
    case .object(let object, _): return map(object, "\(label)#\(count)")
    case .damaged(let reason, let offset): return .lost(reason, label: "\(label)@\(offset)")
    }
  }
}

/// The items of a file that is read as a whole.
struct ItemQueueReader: QueueReader {
  private var items: ArraySlice<LegacyItem>

  init(_ items: [LegacyItem]) { self.items = items[...] }

  mutating func next() throws(FileError) -> LegacyItem? { items.popFirst() }
}
