import CairnCollector
import Counterparts
import Foundation
import Testing

@Suite("All bodies at work together have a bound, and no project keeps out the others")
struct ByteBudgetTests {
  @Test("a request that needs more is answered 429, and taken when others are done")
  func budget() async throws {
    try await TestCollector.run {
      $0.maxBodyBytes = 100_000
      $0.maxEventBytes = 1000
      $0.maxDecompressedBytes = 100_000
      $0.maxBytesInFlight = 200_000
    } _: { running in
      let body = Batches.body([Batches.track("m")]) + String(repeating: " ", count: 90_000)
      let lock = try await DatabaseLock(running.databasePath)
      async let first = running.client.post(body)
      async let second = running.client.post(body)
      try await eventually("two are in") { running.collector.statistics().waiting == 2 }
      let third = try await running.client.post(body)
      #expect(third.status == 429)
      #expect(try third.error().code == "overBudget")
      #expect(third.header("Retry-After") == "1")
      try await lock.release()
      #expect(try await [first.status, second.status] == [200, 200])
      #expect(try await running.client.post(body).status == 200)
    }
  }

  @Test("what a body unpacks to counts too")
  func unpacked() async throws {
    try await TestCollector.run {
      $0.maxBodyBytes = 50_000
      $0.maxEventBytes = 1000
      $0.maxDecompressedBytes = 150_000
      $0.maxBytesInFlight = 200_000
    } _: { running in
      let body = Batches.body([Batches.track("m")]) + String(repeating: " ", count: 140_000)
      let packed = try await Tool.gzip(Data(body.utf8))
      let send = { try await running.client.post(packed, headers: ["Content-Encoding": "gzip"]) }
      let lock = try await DatabaseLock(running.databasePath)
      async let first = send()
      try await eventually("one is in") { running.collector.statistics().waiting == 1 }
      #expect(try await send().status == 429)
      try await lock.release()
      #expect(try await first.status == 200)
      #expect(try await send().status == 200)
    }
  }

  @Test("a project that sends without end is turned away before the room is full")
  func fair() async throws {
    try await TestCollector.run {
      $0.maxWaitingRequests = 4
    } _: { running in
      let lock = try await DatabaseLock(running.databasePath)
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<20 {
          group.addTask {
            try await running.client.post(Batches.tracks(["\(number)"]), key: "loud").status
          }
        }
        var statuses: [Int] = []
        for _ in 0..<17 { statuses.append(try await group.next() ?? 0) }
        // Three of four places are the loud one's, and this one is not.
        group.addTask { try await running.client.post(Batches.tracks(["m"]), key: "quiet").status }
        try await eventually("all are in") { running.collector.statistics().waiting == 4 }
        try await lock.release()
        while let status = try await group.next() { statuses.append(status) }
        return statuses
      }
      #expect(statuses == [Int](repeating: 429, count: 17) + [Int](repeating: 200, count: 4))
    }
  }
}
