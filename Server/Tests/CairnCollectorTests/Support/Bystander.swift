import Foundation
import Testing

@testable import CairnCollector

/// A client that behaves well beside an attack: each batch of it is stored, and in good time.
struct Bystander: Sendable {
  // Many tests run at once on few processors. What an answer takes on a quiet machine, `cairnlab bench attack` tells.
  static let mostMillis = 20_000

  let running: TestCollector
  var key = "bystander"

  /// Does the work, and sends batch after batch meanwhile, ten of them at least.
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
