import Counterparts
import Foundation
import Testing

@testable import CairnCollector

@Suite("All bodies in progress share a limit, and no project blocks the others")
struct ByteBudgetTests {
  @Test("a request that needs more is answered 429, and accepted when others are done")
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

  @Test("the decompressed size of a body counts too")
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

  @Test("a project gets at most three quarters, including bytes before its key was known")
  func parts() throws {
    let budget = ByteBudget(capacity: 100, largest: 40, unknown: 70)
    var loud: ByteBudget.Lease? = budget.lease(ofBody: nil)
    try loud?.take(70)
    try loud?.belongs(to: "loud")
    try loud?.take(5)
    let second = budget.lease(ofBody: "loud")
    #expect(throws: Refusal.self) { try second.take(1) }
    let quiet = budget.lease(ofBody: "quiet")
    try quiet.take(25)
    #expect(throws: Refusal.self) { try quiet.take(1) }
    loud?.keep(50)
    try second.take(25)
    loud = nil
    try second.take(50)
    #expect(throws: Refusal.self) { try second.take(1) }
  }

  @Test(
    "bytes of unknown senders take nothing of the share of projects, and have a bound of their own")
  func unknown() throws {
    let budget = ByteBudget(capacity: 100, largest: 40, unknown: 50)
    let loud = budget.lease(ofBody: "loud")
    try loud.take(75)
    let strangers = (1...5).map { _ in budget.lease(ofBody: nil) }
    for stranger in strangers { try stranger.take(10) }
    #expect(throws: Refusal.self) { try strangers[0].take(1) }
    let quiet = budget.lease(ofBody: "quiet")
    try quiet.take(20)
    // When the project of a sender becomes known, its bytes count towards the project's share.
    #expect(throws: Refusal.self) { try strangers[0].belongs(to: "loud") }
    #expect(throws: Refusal.self) { try strangers[1].belongs(to: "quiet") }
    quiet.keep(10)
    try strangers[1].belongs(to: "quiet")
    try budget.lease(ofBody: nil).take(10)
    #expect(throws: Refusal.self) { try quiet.take(6) }
  }

  @Test("a project has room for its largest request, however small the budget")
  func largest() throws {
    let lease = ByteBudget(capacity: 100, largest: 100).lease(ofBody: "loud")
    try lease.take(100)
    #expect(throws: Refusal.self) { try lease.take(1) }
  }

  @Test("incomplete bodies never use the whole budget", arguments: [true, false])
  func unfinished(isInHeader: Bool) async throws {
    try await TestCollector.run {
      $0.maxBodyBytes = 100_000
      $0.maxEventBytes = 1_000
      $0.maxDecompressedBytes = 100_000
      $0.maxBytesInFlight = 1_000_000
    } _: { running in
      var open: [RawConnection] = []
      defer { for connection in open { connection.close() } }
      let key = isInHeader ? "Authorization: Basic bG91ZDo=\r\n" : ""
      let head =
        "POST /v1/batch HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n\(key)"
        + "Content-Length: 90000\r\n\r\n{\"writeKey\":\"loud\",\"batch\":["
      for _ in 0..<20 {
        open.append(try RawConnection(port: running.port))
        try open.last?.send(head + String(repeating: " ", count: 80_000))
      }
      let all = open
      // Requests without space get a response, and are closed because their body has not ended.
      try await eventually("nine are kept at most") { all.count { $0.hasAnswer() } >= 11 }
      let body = Batches.body([Batches.track("m")]) + String(repeating: " ", count: 90_000)
      #expect(try await running.client.post(body, key: "quiet").status == 200)
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
        // The project `loud` has three of four places; this request uses the fourth.
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
