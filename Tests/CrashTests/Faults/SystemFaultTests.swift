import Cairn
import CrashSupport
import Foundation
import Testing

/// P2, P5, P7: whatever a system call returns, the process continues, and its receipts are correct.
@Suite struct SystemFaultTests {
  @Test(
    "a process's receipts are correct while disk calls fail",
    .enabled(if: Strace.isDue, "\(Strace.obstacle ?? "")"))
  func everyCallAndError() async throws {
    let faults = try await SystemFaultTests.run(FaultMatrix.faults)
    #expect(
      faults.isEmpty,
      "\(faults.count) of \(FaultMatrix.faults.count) runs:\n\(faults.joined(separator: "\n"))")
  }

  @Test(
    "a process's receipts are correct when the app has used nearly all descriptors",
    arguments: 0...5)
  func fewDescriptors(number: Int) async throws {
    let faults = try await Workload.onThread { try FaultyRun(.descriptors(number)).faults() }
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
  }

  @Test(
    "a process that dies at any call to the disk loses nothing",
    .enabled(if: Strace.isDue, "\(Strace.obstacle ?? "")"))
  func deadlyCalls() async throws {
    let faults = try await SystemFaultTests.run(FaultMatrix.deaths)
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
  }

  /// Runs two faults at a time; returns the problems.
  static func run(_ faults: [SystemFault]) async throws -> [String] {
    try await withThrowingTaskGroup(of: [String].self) { group in
      for half in 0..<2 {
        group.addTask {
          try await Workload.onThread {
            var wrong: [String] = []
            for place in stride(from: half, to: faults.count, by: 2) {
              wrong += try FaultyRun(.fault(faults[place])).faults()
            }
            return wrong
          }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }
}
