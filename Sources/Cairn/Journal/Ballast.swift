/// A file that reserves disk space for delivery.
///
/// It is removed when the disk is full, so that dead letters can be stored and a batch can be
/// settled, which frees more space. A journal that found the disk full does not write again until a
/// part of this space is reserved again, so that it does not use the space that delivery needs.
package struct Ballast: Sendable {
  package static let size = 64 << 10
  /// The number of reserved bytes with which the journal may continue.
  private static let least = 16 << 10
  private static let step = 4 << 10

  private let path: String
  private let files: any FileSystem

  package init(_ path: String, files: any FileSystem) {
    self.path = path
    self.files = files
  }

  /// Reserves the space, or as much of it as is available; returns whether the journal may
  /// continue.
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
      // The journal detects any other problem, such as a missing folder, by itself.
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

  /// Removes the file; returns whether there was one.
  @discardableResult
  package func giveUp() -> Bool { (try? files.remove(path)) != nil }
}
