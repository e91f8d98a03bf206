import Foundation

/// The content of a witness file.
///
/// A last line without a line break was not written completely, and does not count.
struct WitnessRecord {
  /// The numbers for which `track()` returned.
  private(set) var acknowledged: Set<Int> = []
  /// The number that each life may have begun to track when it was killed.
  private(set) var inFlight: Set<Int> = []
  /// The first number of each life, in order: no two lives share a number.
  private(set) var lives: [Int] = []
  /// The length of the complete lines in bytes.
  private(set) var byteCount = 0
  private var candidate: Int?

  init(contentsOf path: String) {
    let bytes = FileManager.default.contents(atPath: path) ?? Data()
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      add(String(decoding: bytes[start..<end], as: UTF8.self))
      start = end + 1
    }
    byteCount = start - bytes.startIndex
    endLife()
  }

  /// A number greater than all that may have been used.
  var nextFreeNumber: Int { (inFlight.max() ?? 0) + 1 }

  /// Returns the life that tracked the number, counted from 0.
  func life(of number: Int) -> Int { lives.lastIndex { $0 <= number } ?? 0 }

  private mutating func add(_ line: String) {
    if line.hasPrefix("from ") {
      endLife()
      candidate = Int(line.dropFirst(5))
      if let candidate { lives.append(candidate) }
    } else if let number = Int(line) {
      acknowledged.insert(number)
      candidate = number + 1
    }
  }

  private mutating func endLife() {
    if let candidate { inFlight.insert(candidate) }
    candidate = nil
  }
}
