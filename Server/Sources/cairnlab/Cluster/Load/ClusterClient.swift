import Cairn
import CairnServer
import Foundation
import ToolSupport

/// Sends batches through the balancer; each again, with the same bytes, until it is acknowledged.
struct ClusterClient: Sendable {
  struct Answer: Decodable {
    struct Result: Decodable { var result: String }

    var results: [Result]
  }

  static let batch = 100

  let number: Int
  let events: ClusterEvents
  let acknowledgements: Acknowledgements
  let url: URL
  /// The time between the beginnings of two batches.
  let interval: Duration

  /// Sends until the run ends, and finishes the batch under way.
  func run() async throws {
    var generator = SeededGenerator(seed: UInt64(number))
    var due = ContinuousClock.now
    let transport = AsyncHTTPClientTransport(timeout: 15)
    while !acknowledgements.isEnding {
      let numbers = acknowledgements.takeBatch(Self.batch, using: &generator)
      try await deliver(numbers, transport)
      due = max(due + interval, .now - .seconds(1))
      try await Task.sleep(until: due, clock: .continuous)
    }
  }

  /// Returns whether a batch without events gets a response.
  func isAnswered() async -> Bool {
    let answer = try? await send(events.body([]), AsyncHTTPClientTransport(timeout: 2))
    return answer != nil
  }

  private func deliver(_ numbers: [Int], _ transport: AsyncHTTPClientTransport) async throws {
    let body = events.body(numbers)
    while true {
      if let answer = try await send(body, transport), answer.results.count == numbers.count {
        let results = answer.results.map(\.result)
        acknowledgements.acknowledge(
          numbers, duplicates: results.count { $0 == "duplicate" },
          wrong: results.count { $0 != "ok" && $0 != "duplicate" })
        return
      }
      acknowledgements.retried()
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  private func send(
    _ body: [UInt8], _ transport: AsyncHTTPClientTransport
  ) async throws -> Answer? {
    let key = Data("\(ClusterEvents.project):".utf8).base64EncodedString()
    let request = HTTPRequest(
      url: url, headers: [("Content-Type", "application/json"), ("Authorization", "Basic \(key)")],
      body: body)
    do {
      let response = try await transport.send(request)
      guard response.status == 200 else { return nil }
      return try JSONDecoder().decode(Answer.self, from: Data(response.body))
    } catch {
      // Whether it was stored is not known: the same bytes are sent again.
      try Task.checkCancellation()
      return nil
    }
  }
}
