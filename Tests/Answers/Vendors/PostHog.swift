import Cairn
import CairnPostHog
import Foundation

extension Vendor {
  package static let postHogV0 = Vendor(
    name: "PostHog, v0", answers: postHogV0Answers, destination: { postHog(.v0, $0, $1) })

  package static let postHogV1 = Vendor(
    name: "PostHog, v1", answers: postHogV1Answers, destination: { postHog(.v1, $0, $1) })

  private static func postHog(
    _ version: PostHogDestination.Version, _ server: URL, _ transport: any HTTPTransport
  ) -> PostHogDestination {
    var destination = PostHogDestination(
      apiKey: "phc_0123456789", version: version, server: server, transport: transport)
    destination.compresses = false
    return destination
  }

  private static let postHogV0Answers: [Answer] =
    [
      Answer(200, #"{"status":1}"#, means: .accepted),
      Answer(200, #"{"status":"Ok"}"#, means: .accepted),
      Answer(200, #""Ok""#, means: .accepted),
      Answer(200, #"{"status":"Ok","quota_limited":["recordings"]}"#, means: .accepted),
      Answer(
        200, #"{"status":"Ok","quota_limited":["events"]}"#,
        means: .all(4, DeliveryRejection("the project is over its quota of events", status: 200))),
      Answer(
        400, "event too big for phc_0123456789",
        means: .refused(
          DeliveryRejection("status 400", status: 400, answer: "event too big for [hidden]"))),
    ] + .tooLarge() + .standard

  private static let postHogV1Answers: [Answer] =
    [
      Answer(
        200, #"{"results":{}}"#, means: .accepted),
      Answer(
        200, #"{"results":{"<0>":{"result":"ok"},"<2>":{"result":"something else"}}}"#,
        means: .partial(refused: [:], again: [1, 2, 3])),
      Answer(
        200,
        """
        {"results":{"<0>":{"result":"ok"},"<1>":{"result":"drop","details":"too old"},
        "<2>":{"result":"warning"},"<3>":{"result":"retry"}}}
        """, means: .partial(refused: [1: DeliveryRejection("too old", status: 200)], again: [3])),
      Answer(
        200,
        """
        {"results":{"<0>":{"result":"retry"},"<1>":{"result":"retry"},
        "<2>":{"result":"retry"},"<3>":{"result":"retry"}}}
        """, means: .later(afterSeconds: nil, reason: "every event is to be retried")),
      Answer(
        400, #"{"error":"duplicate_uuid"}"#,
        means: .refused(
          DeliveryRejection("status 400", status: 400, answer: #"{"error":"duplicate_uuid"}"#))),
    ] + .tooLarge() + .later(404) + [Answer].standard.filter { $0.status != 404 }
}
