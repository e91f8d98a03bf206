/// A file that holds room: given up when the disk is full, so that a batch can be sealed, sent and settled, after which
/// there is room.
///
/// A journal that found the disk full waits a while for this room to be taken again before it writes, so that what it stores
/// does not take what delivery needs.
package struct Ballast: Sendable {
  package static let size = 64 << 10

  private let path: String
  private let files: any FileSystem

  package init(_ path: String, files: any FileSystem) {
    self.path = path
    self.files = files
  }

  /// Takes the room, if it is not taken yet; whether it is taken then.
  @discardableResult
  package func take() -> Bool {
    do throws(FileError) {
      let file = try OpenFile(path, .create, in: files)
      try file.write([UInt8](repeating: 0, count: Self.size), at: 0)
      return true
    } catch {
      if error.code == FileError.exists { return true }
      giveUp()
      return false
    }
  }

  /// Whether there was some to give.
  @discardableResult
  package func giveUp() -> Bool { (try? files.remove(path)) != nil }
}
