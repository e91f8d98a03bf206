import Cairn
import CairnConvert
import CairnTesting
import Foundation

extension Vendor {
  package static let convert = Vendor(
    name: "Convert", answers: convertAnswers + .later(500, 501, 502, 504, 505),
    destination: { convert(.sendAgain, $0, $1) }, record: exposure)

  /// A server with such a status may have accepted the request nevertheless.
  package static let convertSettingAside = Vendor(
    name: "Convert, setting aside", unanswered: .setAside,
    answers: convertAnswers + convertUncertain,
    destination: { convert(.setAside, $0, $1) }, record: exposure)

  private static func convert(
    _ unknown: UnknownOutcome, _ server: URL, _ transport: any HTTPTransport
  ) -> ConvertDestination {
    ConvertDestination(
      sdkKey: "10001/20002", unknownOutcome: unknown, server: server, transport: transport)
  }

  private static let exposure: @Sendable (Analytics, String) -> EventID? = { analytics, mark in
    analytics.recordReport(
      .experimentViewed,
      [
        "visitor_id": .string(mark), "account_id": "10001", "project_id": "20002",
        "experiment_id": "30003", "variation_id": "40004",
      ])
  }

  private static let convertAnswers: [Answer] =
    [Answer(200, "{}", means: .accepted)] + .accepted(202, 204)
    + .later(301, 302, 307, 408, 429, 503)
    + .pauses(429) + .pauses(503) + .halted(401, 403, 404)
    + .refused(400, 402, 405, 410, 415, 422, 425, 460) + .setAside(400, events: 1) + .tooLarge()

  private static let convertUncertain: [Answer] = [500, 501, 502, 504, 505].map { status in
    Answer(status, means: .all(4, DeliveryRejection("status \(status)")))
  }
}
