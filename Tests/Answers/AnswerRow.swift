import Cairn
import CairnTesting
import Foundation
package import Testing

/// A row of a vendor's table.
package struct AnswerRow: Sendable {
  package var vendor: Vendor
  package var answer: Answer

  /// Expects that the response has its outcome, and that it loses no event; uses a stub network.
  package func expect(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let network = RecordingTransport()
    let server = try #require(URL(string: "https://vendor.example"))
    let scene = AnswerFixture(self, server: server, transport: network)
    scene.record()
    network.answerNext(.response(scene.answer))
    await scene.analytics.flush()
    #expect(scene.outcomes.first == answer.outcome, sourceLocation: sourceLocation)
    await scene.settle()
    let sent = network.requests.dropFirst().flatMap { AnswerFixture.marks(in: $0.body) }
    #expect(sent.sorted() == scene.openMarks, sourceLocation: sourceLocation)
    scene.expectBalance(sourceLocation: sourceLocation)
  }
}

extension AnswerRow: CustomStringConvertible {
  package var description: String {
    let headers = answer.headers.map { " \($0.key): \($0.value)" }.joined()
    return "\(vendor): \(answer.status)\(headers) \(answer.body.prefix(60))"
  }
}
