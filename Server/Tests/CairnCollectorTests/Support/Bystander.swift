import Foundation
import Testing

@testable import CairnCollector

/// A well-behaved client during an attack: each of its batches is stored within a time limit.
struct Bystander: Sendable {
  // Many tests run at once on few processors. `cairnlab bench attack` measures response times on a
  // quiet machine.
  static let mostMillis = 20_000

  let running: TestCollector
  var key = "bystander"

  /// Does the work, and sends batches meanwhile, at least ten of them.
  func beside<Result: Sendable>(
    _ attack: @Sendable () async throws -> Result
  ) async throws -> Result {
    let isOver = Locked(false)
    async let batches = send(until: isOver)
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await attack()) } catch { result = .failure(error) }
    isOver.withLock { $0 = true }
    let millis = try await batches.sorted()
    let p99 = millis[min(millis.count - 1, millis.count * 99 / 100)]
    #expect(p99 < Self.mostMillis, "p99 \(p99) ms of \(millis.count) batches")
    return try result.get()
  }

  private func send(until isOver: Locked<Bool>) async throws -> [Int] {
    var millis: [Int] = []
    let clock = ContinuousClock()
    while !isOver.withLock({ $0 }) || millis.count < 10 {
      let start = clock.now
      let body = Batches.tracks(["\(key)-\(millis.count)"])
      let answer = try await running.client.post(body, key: key)
      #expect(try answer.status == 200 && answer.batch().accepted == 1, "\(answer.text)")
      millis.append(Int((clock.now - start) / .milliseconds(1)))
    }
    return millis
  }
}
