#if canImport(CairnCloudEvents)
import Cairn
import CairnCloudEvents

extension Vendor {
  package static let cloudEvents = Vendor(
    name: "CloudEvents", answers: cloudEventsAnswers,
    destination: { server, transport in
      CloudEventsDestination(
        endpoint: server, source: "/apps/shop-ios", types: "com.example",
        headers: ["Authorization": "Bearer 0123456789"], transport: transport)
    })

  /// A receiver may respond for each event; 410 requests that nothing more is sent.
  private static let cloudEventsAnswers: [Answer] =
    [
      Answer(200, "thanks", means: .accepted),
      Answer(
        200,
        """
        {"results":{"<0>":{"result":"ok"},"<1>":{"result":"drop","details":"too old"},
        "<2>":{"result":"ok"},"<3>":{"result":"retry"}}}
        """, means: .partial(refused: [1: "too old"], again: [3])),
      Answer(
        200, #"{"results":{"<0>":{"result":"ok"},"<1>":{"result":"drop","details":"too old"}}}"#,
        means: .partial(refused: [1: "too old"], again: [2, 3])),
      Answer(
        200, #"{"results":{}}"#, means: .accepted),
      Answer(
        400, "no: Bearer 0123456789",
        means: .refused(DeliveryRejection("status 400", status: 400, answer: "no: [hidden]"))),
    ] + .accepted(201, 202, 204)
    + .later(
      301, 302, 307, 308, 408, 409, 425, 429, 500, 501, 502, 503, 504, 505, 507)
    + .pauses(429, longest: 3_600) + .pauses(503, longest: 3_600)
    + .halted(401, 402, 403, 404, 415) + .halted(410).map(\.asLast)
    + .refused(400, 405, 406, 422, 460) + .setAside(400, events: 1) + .tooLarge()
}
#endif
