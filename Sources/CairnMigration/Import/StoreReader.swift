import Cairn

/// Reads the files of a moved store one after the other, from where the last import ended.
struct StoreReader {
  /// A record, and what the note says once it is handled.
  struct Step {
    var item: LegacyItem
    var queue: String
    var records: Int
    var fileTime: Int64?
  }

  /// The ends of files that were read and may grow.
  private(set) var tails: [OpenTail] = []
  private let folder: String
  private let number: Int
  private let files: any FileSystem
  private var queues: ArraySlice<QueueFile>
  private var reader: (any QueueReader)?
  private var records = 0
  private var fileTime: Int64?
  private var fileSize = 0
  private var isLastTorn = false

  /// Creates a reader that passes over the records that the note counts.
  init(
    _ queues: [QueueFile], in folder: String, from note: MigrationNote, _ files: any FileSystem
  ) throws(FileError) {
    self.folder = folder
    number = note.folder
    self.files = files
    let first = note.queue.flatMap { name in
      queues.firstIndex { $0.path == "\(folder)/\(name)" }
    }
    self.queues = queues[(first ?? 0)...]
    guard first != nil else { return }
    try open()
    while records < note.records, try reader?.next() != nil { records += 1 }
  }

  mutating func next() throws(FileError) -> Step? {
    while let queue = queues.first {
      if reader == nil { try open() }
      let name = String(queue.path.dropFirst(folder.count + 1))
      if let item = try reader?.next() {
        records += 1
        if case .lost(.torn, _) = item { isLastTorn = true } else { isLastTorn = false }
        return Step(item: item, queue: name, records: records, fileTime: fileTime)
      }
      if queue.isOpen {
        // A torn record may be a whole one when the file has grown.
        let whole = isLastTorn ? records - 1 : records
        let tail = OpenTail(folder: number, queue: name, records: whole, bytes: fileSize)
        if let tail { tails.append(tail) }
      }
      reader = nil
      queues.removeFirst()
    }
    return nil
  }

  private mutating func open() throws(FileError) {
    guard let queue = queues.first else { return }
    (records, isLastTorn) = (0, false)
    let status = try OpenFile(queue.path, .read, in: files).status()
    (fileTime, fileSize) = (status.modified?.milliseconds, status.size)
    reader = try queue.open(queue.path, files)
  }
}
