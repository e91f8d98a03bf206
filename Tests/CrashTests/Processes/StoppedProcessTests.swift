import Foundation
import Testing

/// P9, T9: a process that is stopped at any point while another one delivers from its folder.
@Suite struct StoppedProcessTests {
  @Test(
    "a process stopped during a write continues correctly after another delivered its journal",
    arguments: [false, true])
  func stopped(delivers: Bool) async throws {
    let faults = try await Workload.onThread {
      var faults: [String] = []
      for write in [1, 3, 5, 6, 7, 8, 9, 10, 13, 19, 30, 55] {
        faults += try StoppedRun(write, delivers: delivers).faults()
      }
      return faults
    }
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
  }
}
