package import Cairn
import CairnTesting
package import Foundation
package import Testing

/// An app that sends to a vendor, on a device in memory with a manual clock.
package final class AnswerFixture: Sendable {
  private let row: AnswerRow
  private let testing: TestAnalytics
  private let recorded = Locked<[(mark: String, id: String)]>([])

  package init(
    _ row: AnswerRow, server: URL, transport: any HTTPTransport
  ) {
    self.row = row
    var configuration = Configuration(destinations: [])
    configuration.context = []
    configuration.lifecycleEvents = []
    configuration.sessionTimeout = nil
    configuration.diagnostics = { _ in }
    // Nothing is sent before a flush.
    configuration.flushAt = 10_000
    configuration.flushInterval = 86_400
    testing = TestAnalytics(
      configuration, deliveringTo: row.vendor.destination(server, transport))
  }

  package var analytics: Analytics { testing.analytics }
  /// The delivered batches, including resends.
  package var batches: [Batch] { testing.destination.batches }
  /// The outcome of each batch.
  package var outcomes: [Outcome] { testing.destination.outcomes }
  package var pending: UInt64 { ledger?.pending ?? 0 }
  private var ledger: Ledger.Row? { analytics.ledger().destinations.first }

  /// Records the events of a batch.
  package func record() {
    for _ in 1...row.answer.events {
      recorded.withLock { recorded in
        let mark = "mark-\(1_000 + recorded.count)"
        let id = row.vendor.record(analytics, mark)
        recorded.append((mark, id?.description ?? ""))
      }
    }
  }

  private var last: ArraySlice<(mark: String, id: String)> {
    recorded.withLock { $0.suffix(row.answer.events) }
  }

  /// The row's response to the events that were recorded last.
  package var answer: HTTPResponse {
    let body = row.answer.body(to: last.map(\.id), of: analytics.anonymousID)
    return HTTPResponse(
      status: row.answer.status, headers: row.answer.headers, body: Array(body.utf8))
  }

  /// The marks of the events that must still be delivered after that response.
  package var openMarks: [String] {
    guard !row.answer.isLast else { return [] }
    let last = Array(last)
    return row.answer.open.map { last[$0].mark }
  }

  /// Returns the events in a request, each once, by the marks in its body.
  package static func marks(in body: [UInt8]) -> [String] {
    let text = String(decoding: body, as: UTF8.self)
    return Set(text.matches(of: /mark-\d{4}/).map { String($0.output) }).sorted()
  }

  /// Delivers until no event waits, on a working network and to a working server.
  package func settle() async {
    // A response requires at most as many attempts as are needed to find one event of a batch.
    for _ in 0...row.answer.events where pending > 0 {
      // The longest pause that a server may request.
      testing.clock.advance(bySeconds: 300)
      await analytics.flush()
    }
  }

  /// Expects that each event is counted exactly once.
  package func expectBalance(sourceLocation: SourceLocation = #_sourceLocation) {
    let all = UInt64(recorded.withLock { $0.count })
    let refused = outcomes.map { outcome in
      if case .partial(let refused, _) = outcome { UInt64(refused.count) } else { UInt64(0) }
    }.reduce(0, +)
    #expect(ledger?.balances == true, sourceLocation: sourceLocation)
    #expect(ledger?.accepted == all, sourceLocation: sourceLocation)
    #expect(ledger?.deadLettered == refused, sourceLocation: sourceLocation)
    let waiting = row.answer.isLast ? all : 0
    #expect(ledger?.pending == waiting, sourceLocation: sourceLocation)
    #expect(ledger?.delivered == all - refused - waiting, sourceLocation: sourceLocation)
  }
}
