import Cairn
import CairnOTLP
import CairnTesting
import Foundation
import Testing

@Suite("What an OTLP receiver answers") struct OTLPAnswerTests {
  static let again = [429, 502, 503, 504]
  static let aside = [
    401, 402, 403, 404, 405, 408, 409, 410, 415, 422, 425, 460, 500, 501, 505, 507,
  ]

  func deliver(
    _ answer: RecordingTransport.Answer, statuses: StatusTable = .otlp
  ) async throws -> OTLPScene {
    let scene = try OTLPScene(answer, statuses: statuses)
    scene.analytics.track("One")
    scene.analytics.track("Two")
    await scene.analytics.flush()
    return scene
  }

  @Test(
    "2xx without a word of rejections takes all",
    arguments: ["", "{}", #"{"partialSuccess":null}"#, #"{"partialSuccess":{}}"#, "ok"])
  func accepted(body: String) async throws {
    let scene = try await deliver(.status(200, body: body))
    #expect(scene.outcomes == [.accepted])
    #expect(scene.adjusted.isEmpty)
  }

  @Test(
    "rejected records are counted and never sent again, for it is not said which they are",
    arguments: [#""1""#, "1"])
  func partial(number: String) async throws {
    let body = #"{"partialSuccess":{"rejectedLogRecords":\#(number),"errorMessage":"too old"}}"#
    let scene = try await deliver(.status(200, body: body))
    #expect(scene.outcomes == [.accepted])
    #expect(scene.adjusted == ["rejected by the receiver, it is not said which": 1])
    #expect(
      scene.said.contains("warning destination.answer: otlp: 1 of 2 records were rejected: too old")
    )
  }

  @Test("when all are rejected it is clear which")
  func all() async throws {
    let body = #"{"partialSuccess":{"rejectedLogRecords":"2","errorMessage":"Bearer 0123456789"}}"#
    let rejection = Rejection("rejected by the receiver", answer: "[hidden]")
    let scene = try await deliver(.status(200, body: body))
    #expect(scene.outcomes == [.partial(refused: [0: rejection, 1: rejection], again: [])])
  }

  @Test("a message without rejections is a warning")
  func warning() async throws {
    let body = #"{"partialSuccess":{"rejectedLogRecords":"0","errorMessage":"use v2"}}"#
    let scene = try await deliver(.status(200, body: body))
    #expect(scene.outcomes == [.accepted])
    #expect(
      scene.said.contains("warning destination.answer: otlp: 0 of 2 records were rejected: use v2"))
  }

  @Test("429, 502, 503 and 504 are tried again, and nothing else of 4xx and 5xx", arguments: again)
  func later(status: Int) async throws {
    let scene = try await deliver(.status(status))
    #expect(scene.outcomes.first == .later(afterSeconds: nil, reason: "status \(status)"))
  }

  @Test("what may not be sent again is put aside after one request", arguments: aside)
  func refused(status: Int) async throws {
    let scene = try await deliver(.status(status, body: "no"))
    let rejection = Rejection("status \(status)", status: status, answer: "no")
    #expect(scene.outcomes == [.partial(refused: [0: rejection, 1: rejection], again: [])])
    #expect(scene.network.requests.count == 1)
    #expect(scene.analytics.ledger().destinations[0].deadLettered == 2)
  }

  @Test("400 may be the fault of one record, which is looked for")
  func bisected() async throws {
    let scene = try OTLPScene(.status(400), .status(200), .status(400))
    scene.analytics.track("Good")
    scene.analytics.track("Bad")
    await scene.analytics.flush()
    #expect(scene.network.requests.count == 3)
    let row = scene.analytics.ledger().destinations[0]
    #expect(row.delivered == 1 && row.deadLettered == 1)
  }

  @Test("413 is divided")
  func split() async throws {
    #expect(try await deliver(.status(413)).outcomes.first == .split)
  }

  @Test("no answer is tried again")
  func silence() async throws {
    guard case .later(nil, _) = try await deliver(.offline).outcomes.first else {
      Issue.record("not later")
      return
    }
  }

  @Test(
    "Retry-After is heeded as seconds and as a date",
    arguments: ["2", "Thu, 01 Jan 2026 00:00:02 GMT"])
  func pause(header: String) async throws {
    let scene = try await deliver(.status(429, headers: ["Retry-After": header]))
    #expect(scene.outcomes.first == .later(afterSeconds: 2, reason: "status 429"))
  }

  @Test("a table of one's own may keep the queue while a token has expired")
  func ownTable() async throws {
    var statuses = StatusTable.otlp
    for status in [401, 403] { statuses[status] = .halted }
    let scene = try await deliver(.status(401), statuses: statuses)
    #expect(scene.outcomes.first == .halted(reason: "status 401"))
  }

  @Test("a resend is the same, to the last byte; also packed", arguments: [false, true])
  func resend(compresses: Bool) async throws {
    let clock = ManualClock()
    let scene = try OTLPScene(.status(503), clock: clock, compresses: compresses)
    scene.recordAll()
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
