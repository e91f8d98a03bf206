import Cairn
import CairnOTLP
import CairnTesting
import Foundation
import Testing
import VendorAnswers

@Suite("The answers of an OTLP receiver") struct OTLPAnswerTests {
  func deliver(
    _ answer: RecordingTransport.Answer, statuses: StatusTable = .otlp
  ) async throws -> OTLPFixture {
    let scene = try OTLPFixture(answer, statuses: statuses)
    scene.analytics.track("One")
    scene.analytics.track("Two")
    await scene.analytics.flush()
    return scene
  }

  @Test(
    "only failures that the protocol permits to retry are retried",
    arguments: Vendor.otlp.rows)
  func answer(row: AnswerRow) async throws { try await row.expect() }

  @Test(
    "rejected records are counted and never sent again, because they are not identified",
    arguments: [#""1""#, "1"])
  func partial(number: String) async throws {
    let body = #"{"partialSuccess":{"rejectedLogRecords":\#(number),"errorMessage":"too old"}}"#
    let scene = try await deliver(.status(200, body: body))
    #expect(scene.outcomes == [.accepted])
    #expect(scene.adjusted == ["a record was rejected; it is unknown which one": 1])
    #expect(
      scene.said.contains("warning destination.answer: otlp: 1 of 2 records were rejected: too old")
    )
  }

  @Test("a message without rejections is a warning")
  func warning() async throws {
    let body = #"{"partialSuccess":{"rejectedLogRecords":"0","errorMessage":"use v2"}}"#
    let scene = try await deliver(.status(200, body: body))
    #expect(scene.outcomes == [.accepted])
    #expect(scene.adjusted.isEmpty)
    #expect(
      scene.said.contains("warning destination.answer: otlp: 0 of 2 records were rejected: use v2"))
  }

  @Test("400 may be caused by one record, which is searched for")
  func bisected() async throws {
    let scene = try OTLPFixture(.status(400), .status(200), .status(400))
    scene.analytics.track("Good")
    scene.analytics.track("Bad")
    await scene.analytics.flush()
    #expect(scene.network.requests.count == 3)
    let row = scene.analytics.ledger().destinations[0]
    #expect(row.delivered == 1 && row.deadLettered == 1)
  }

  @Test("a request without an answer is tried again")
  func silence() async throws {
    guard case .later(nil, _) = try await deliver(.offline).outcomes.first else {
      Issue.record("not later")
      return
    }
  }

  @Test("a custom status table can keep the queue while a token has expired")
  func ownTable() async throws {
    var statuses = StatusTable.otlp
    for status in [401, 403] { statuses[status] = .halted }
    let scene = try await deliver(.status(401), statuses: statuses)
    #expect(scene.outcomes.first == .halted(reason: "status 401"))
  }

  @Test("a resend is the same, to the last byte; also packed", arguments: [false, true])
  func resend(compresses: Bool) async throws {
    let clock = ManualClock()
    let scene = try OTLPFixture(.status(503), clock: clock, compresses: compresses)
    scene.testing.recordAllKinds()
    await scene.analytics.flush()
    clock.advance(bySeconds: 90)
    await scene.analytics.flush()
    #expect(scene.bodies.count == 2)
    #expect(scene.bodies[0] == scene.bodies[1])
    #expect(
      scene.network.requests.map { $0.header("Content-Encoding") }
        == (compresses ? ["gzip", "gzip"] : [nil, nil]))
  }
}
