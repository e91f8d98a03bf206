import Foundation

/// The output of an export: standard output, or a file that appears when it is complete.
final class ExportSink {
  private static let step = 1 << 18
  private let handle: FileHandle
  private let path: String?
  private let temporary: String?
  private var buffer = Data()
  private var failure: (any Error)?

  /// Opens the file, or standard output when the path is nil.
  init(_ path: String?) throws {
    self.path = path
    guard let path else {
      temporary = nil
      handle = .standardOutput
      return
    }
    let name = path + ".partial-\(getpid())"
    guard FileManager.default.createFile(atPath: name, contents: nil),
      let file = FileHandle(forWritingAtPath: name)
    else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: name]) }
    temporary = name
    handle = file
  }

  deinit {
    if let temporary { try? FileManager.default.removeItem(atPath: temporary) }
  }

  /// Appends a line; returns false when no more can be written.
  func write(line: UnsafeRawBufferPointer) -> Bool {
    buffer.append(contentsOf: line)
    buffer.append(UInt8(ascii: "\n"))
    guard buffer.count >= Self.step else { return failure == nil }
    return flush()
  }

  private func flush() -> Bool {
    do {
      try handle.write(contentsOf: buffer)
    } catch {
      failure = error
    }
    buffer.removeAll(keepingCapacity: true)
    return failure == nil
  }

  /// Renames the file to its final name.
  func close() throws {
    _ = flush()
    if let failure { throw failure }
    guard let path, let temporary else { return }
    try handle.synchronize()
    try handle.close()
    guard rename(temporary, path) == 0 else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path])
    }
  }
}
