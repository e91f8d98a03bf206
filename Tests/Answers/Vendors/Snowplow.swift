import Cairn
import CairnSnowplow

extension Vendor {
  package static let snowplow = Vendor(
    name: "Snowplow", answers: snowplowAnswers,
    destination: { server, transport in
      SnowplowDestination(
        collector: server, appID: "shop", schemas: SnowplowSchemas(vendor: "com.acme"),
        transport: transport)
    })

  /// A 2xx means that the batch was received, whatever the body says; other statuses are retried as
  /// by Snowplow's own trackers.
  private static let snowplowAnswers: [Answer] =
    [Answer(200, "ok", means: .accepted)] + .accepted(201, 204)
    + .later(
      301, 302, 307, 308, 402, 404, 405, 408, 409, 415, 425, 429, 460, 500, 501, 502, 503, 504,
      505, 507)
    + .pauses(503) + .halted(401, 403) + .refused(400, 410, 422) + .setAside(400, events: 1)
    + .tooLarge()
}
