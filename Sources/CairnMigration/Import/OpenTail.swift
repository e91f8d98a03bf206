import Cairn

/// The end of a file that the other SDK may have had open while it was read: its descriptor follows
/// a renamed file, so events may have been appended since.
struct OpenTail: Equatable {
  /// The number of the folder with the file.
  var folder: Int
  /// The path of the file below that folder.
  var queue: String
  /// The number of records that were read.
  var records: Int
  /// The size of the file when it was opened for reading.
  var bytes: Int

  /// The number of tails that are noted, and the longest path: the mark has little space.
  static let most = 8
  private static let longestPath = 400

  init?(folder: Int, queue: String, records: Int, bytes: Int) {
    guard queue.utf8.count <= Self.longestPath else { return nil }
    self.folder = folder
    self.queue = queue
    self.records = records
    self.bytes = bytes
  }

  /// Reads the form in a note; nil for other values.
  init?(_ value: Value) {
    guard let parts = value.arrayValue, parts.count == 4, let folder = parts[0].intValue,
      let queue = parts[1].stringValue, let records = parts[2].intValue,
      let bytes = parts[3].intValue
    else { return nil }
    self.init(folder: folder, queue: queue, records: records, bytes: bytes)
  }

  var value: Value { [.int(folder), .string(queue), .int(records), .int(bytes)] }

  /// Returns whether the file has grown.
  func hasGrown(in folder: String, _ files: any FileSystem) throws(FileError) -> Bool {
    do throws(FileError) {
      return try OpenFile("\(folder)/\(queue)", .read, in: files).status().size > bytes
    } catch {
      if error.code == FileError.missing || error.code == FileError.notDirectory { return false }
      throw error
    }
  }
}
