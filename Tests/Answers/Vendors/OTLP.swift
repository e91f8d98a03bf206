import Cairn
import CairnOTLP

extension Vendor {
  package static let otlp = Vendor(
    name: "OpenTelemetry", answers: otlpAnswers,
    destination: { server, transport in
      OTLPDestination(
        endpoint: server, service: "shop", headers: ["Authorization": "Bearer 0123456789"],
        compresses: false, transport: transport)
    })

  private static let otlpAnswers: [Answer] =
    otlpSuccesses + .later(301, 302, 307, 308, 429, 502, 503, 504) + .pauses(429)
    + .pauses(503) + [Answer(400, means: .refused(DeliveryRejection("status 400", status: 400)))]
    + .refused(400) + .setAside(400, events: 1)
    + .setAside(
      401, 402, 403, 404, 405, 408, 409, 410, 415, 422, 425, 460, 500, 501, 505, 507)
    + .tooLarge()

  /// Rejected records must not be sent again; they can be identified only if all are rejected.
  private static let otlpSuccesses: [Answer] =
    ["", "{}", #"{"partialSuccess":null}"#, #"{"partialSuccess":{}}"#, "ok"].map {
      Answer(200, $0, means: .accepted)
    } + [
      Answer(
        200, #"{"partialSuccess":{"rejectedLogRecords":"2","errorMessage":"too old"}}"#,
        means: .accepted),
      Answer(
        200, #"{"partialSuccess":{"rejectedLogRecords":1,"errorMessage":"too old"}}"#,
        means: .accepted),
      Answer(
        200, #"{"partialSuccess":{"rejectedLogRecords":"0","errorMessage":"use v2"}}"#,
        means: .accepted),
      Answer(
        200,
        #"{"partialSuccess":{"rejectedLogRecords":"4","errorMessage":"Bearer 0123456789"}}"#,
        means: .all(4, DeliveryRejection("rejected by the receiver", answer: "[hidden]"))),
    ]
}
