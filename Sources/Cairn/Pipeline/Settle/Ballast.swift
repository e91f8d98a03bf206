/// A file that holds room: given up when the disk is full, so that a batch can be sealed and sent, after which there
/// is room.
package struct Ballast: Sendable {
  package static let size = 64 << 10

  private let path: String
  private let files: any FileSystem

  package init(_ path: String, files: any FileSystem) {
    self.path = path
    self.files = files
  }

  /// Takes the room, if it is not taken yet and there is some.
  package func take() {
    guard let file = try? OpenFile(path, .create, in: files) else { return }
    do throws(FileError) {
      try file.write([UInt8](repeating: 0, count: Self.size), at: 0)
    } catch {
      giveUp()
    }
  }

  /// Whether there was some to give.
  @discardableResult
  package func giveUp() -> Bool { (try? files.remove(path)) != nil }
}
