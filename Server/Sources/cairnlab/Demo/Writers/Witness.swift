import Foundation

/// A writer's own record of its tracked events: a text file that shares nothing with the SDK.
///
/// ```
/// from 812
/// 812
/// 813
/// ```
///
/// A life, which is one process, begins with `from` and the first number it may use, before it uses
/// it. Each number follows in a separate line after `track()` returned for it. Every line is one
/// `write(2)`, so a line survives SIGKILL as soon as it is written.
final class Witness {
  let firstNumber: Int
  private let descriptor: Int32

  /// Opens the file and reserves numbers that no earlier life can have used.
  init(path: String) throws {
    descriptor = open(path, O_RDWR | O_CREAT | O_APPEND, 0o600)
    guard descriptor >= 0 else { throw DemoFailure("cannot open \(path): errno \(errno)") }
    let record = WitnessRecord(contentsOf: path)
    guard ftruncate(descriptor, off_t(record.byteCount)) == 0 else {
      throw DemoFailure("cannot truncate \(path): errno \(errno)")
    }
    firstNumber = record.nextFreeNumber
    try append("from \(firstNumber)\n")
  }

  deinit { close(descriptor) }

  /// Records a number; call it when `track()` has returned.
  func acknowledge(_ number: Int) throws { try append("\(number)\n") }

  private func append(_ line: String) throws {
    var line = line
    let written = line.withUTF8 { write(descriptor, $0.baseAddress, $0.count) }
    guard written == line.utf8.count else {
      throw DemoFailure("cannot write the witness: errno \(errno)")
    }
  }
}
