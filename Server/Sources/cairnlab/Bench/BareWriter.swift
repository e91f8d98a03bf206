import Cairn

/// The minimum that every journal needs: one `pwrite(2)` of the bytes, to files of a megabyte.
final class BareWriter {
  private let folder: String
  private let bytes: [UInt8]
  private let files = PosixFileSystem()
  private var file: FileDescriptor
  private var offset = 0
  private var number = 0

  init(folder: String, bytes: Int) throws {
    self.folder = folder
    self.bytes = [UInt8](repeating: 0x78, count: bytes)
    file = try files.open(folder + "/bare-0", .create)
  }

  deinit { files.close(file) }

  func write() throws {
    if offset + bytes.count > 1 << 20 { try roll() }
    offset += try bytes.withUnsafeBytes { try files.write(file, $0, at: offset) }
  }

  private func roll() throws {
    files.close(file)
    number += 1
    offset = 0
    file = try files.open(folder + "/bare-\(number)", .create)
  }
}
