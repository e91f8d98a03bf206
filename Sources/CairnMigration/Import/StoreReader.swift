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

  private let folder: String
  private let files: any FileSystem
  private var queues: ArraySlice<QueueFile>
  private var reader: (any QueueReader)?
  private var records = 0
  private var fileTime: Int64?

  /// Creates a reader that passes over the records that the note counts.
  init(
    _ queues: [QueueFile], in folder: String, from note: MigrationNote, _ files: any FileSystem
  ) throws(FileError) {
    self.folder = folder
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
      if let item = try reader?.next() {
        records += 1
        let name = String(queue.path.dropFirst(folder.count + 1))
        return Step(item: item, queue: name, records: records, fileTime: fileTime)
      }
      reader = nil
      queues.removeFirst()
    }
    return nil
  }

  private mutating func open() throws(FileError) {
    guard let queue = queues.first else { return }
    records = 0
    fileTime = try OpenFile(queue.path, .read, in: files).status().modified?.milliseconds
    reader = try queue.open(queue.path, files)
  }
}
