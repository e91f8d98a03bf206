import CrashSupport
import Foundation
import Testing

/// A real process that records as fast as possible into a small journal, with a server that is
/// down.
@Suite struct OverloadTests {
  static let events = 100_000
  static let cap = 1 << 20

  @Test(
    "none of a hundred thousand events is refused, the disk keeps its limit, and all are counted",
    arguments: [1, 4])
  func overload(threads: Int) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let output = try await Workload.onThread {
      let child = try Child(
        Workload.program,
        [
          "overload", "--directory", scratch.path, "--events", "\(Self.events)", "--cap",
          "\(Self.cap)", "--threads", "\(threads)",
        ])
      // It prints at its end.
      if !child.watch(milliseconds: Child.hangLimit) { child.send(SIGKILL) }
      let (ending, output) = child.wait()
      guard ending == .exit(0) else { throw Workload.Failure(text: "\(ending)\n\(output)") }
      return output
    }
    #expect(output.contains("refused [:], balances true"))
    let most = try #require(output.firstMatch(of: /disk: most (\d+) bytes/)).1
    #expect(try #require(Int(most)) <= Self.cap * 5 / 4)
    let row = try #require(
      output.firstMatch(of: /accepted (\d+), dropped (\d+), pending (\d+)/)?.output)
    let numbers = [row.1, row.2, row.3].compactMap { Int($0) }
    #expect(numbers.count == 3 && numbers[0] == Self.events)
    #expect(numbers.dropFirst().reduce(0, +) == Self.events)
    // Most events were dropped: a journal that stores all of them would prove nothing.
    #expect(numbers.dropFirst().first ?? 0 > Self.events / 2)
  }
}
