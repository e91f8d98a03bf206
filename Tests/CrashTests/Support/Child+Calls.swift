import Cairn
import CairnTesting
import CrashSupport
import Foundation

/// Programs that make calls in order, and write the number of each call that returned to a file.
extension Child {
  /// Kills the process at a random moment, in one of four cases during its start.
  ///
  /// The limits are in milliseconds.
  func killAtRandom(
    _ chance: SeededRandomness, longestStart: Int64, longestLife: Int64, _ scratch: Scratch
  ) throws {
    let isBeginning = chance.next(upThrough: 3) == 0
    guard isBeginning || readLine() == "ready" else {
      throw Workload.Failure(text: "\(scratch.path): it does not begin")
    }
    let life = chance.next(upThrough: isBeginning ? longestStart : longestLife)
    watch(milliseconds: Int32(life))
    send(SIGKILL)
    let ending = wait().ending
    guard ending == .signal(SIGKILL) else {
      throw Workload.Failure(text: "\(scratch.path): \(ending)")
    }
  }
}

extension Scratch {
  /// The number of calls that returned.
  var acknowledgedCalls: Int {
    let data = FileManager.default.contents(atPath: path + "/acks") ?? Data()
    // The last line may be incomplete.
    let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .dropLast()
    return lines.last.flatMap { Int(String(decoding: $0, as: UTF8.self)) }.map { $0 + 1 } ?? 0
  }
}
