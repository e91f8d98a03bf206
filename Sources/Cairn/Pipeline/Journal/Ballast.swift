/// A file that holds room: given up when the disk is full, so that what a server refuses can be stored and a batch be
/// settled, after which there is room.
///
/// A journal that found the disk full waits for some of this room to be taken again before it writes, so that what it stores
/// does not take what delivery needs.
package struct Ballast: Sendable {
  package static let size = 64 << 10
  /// So much is enough for the journal to go on.
  private static let least = 16 << 10
  private static let step = 4 << 10

  private let path: String
  private let files: any FileSystem

  package init(_ path: String, files: any FileSystem) {
    self.path = path
    self.files = files
  }

  /// Takes the room, or as much of it as there is; whether the journal may go on.
  @discardableResult
  package func take() -> Bool {
    var taken: Int?
    do throws(FileError) {
      let file = try open()
      var size = try file.status().size
      taken = size
      let zeros = [UInt8](repeating: 0, count: Self.step)
      while size < Self.size {
        try file.write(zeros, at: size)
        size += Self.step
        taken = size
      }
      return true
    } catch {
      if taken == 0 { giveUp() }
      // Whatever else is wrong here, such as a folder that is gone, the journal has to find out by itself.
      return StorageProblem(error) != .noSpace || taken ?? 0 >= Self.least
    }
  }

  private func open() throws(FileError) -> OpenFile {
    do throws(FileError) {
      return try OpenFile(path, .readWrite, in: files)
    } catch {
      guard error.code == FileError.missing else { throw error }
      return try OpenFile(path, .create, in: files)
    }
  }

  /// Whether there was some to give.
  @discardableResult
  package func giveUp() -> Bool { (try? files.remove(path)) != nil }
}
