import Cairn
import CairnAdobe
import CairnContent

extension Vendor {
  /// The destination sends a request for each group of interactions, so a response concerns one
  /// group.
  package static let adobeInteract = adobe("Adobe, interact", .interact)
  package static let adobeCollect = adobe("Adobe, collect", .collect)

  private static func adobe(_ name: String, _ endpoint: AdobeEdgeDestination.Endpoint) -> Vendor {
    let settings = ContentConfiguration(["edge.configId": "ds-default"])
    return Vendor(
      name: name, answers: adobeAnswers,
      destination: { server, transport in
        AdobeEdgeDestination(settings, endpoint: endpoint, server: server, transport: transport)
      },
      record: { analytics, mark in
        ContentAnalytics(analytics, settings).trackAsset("https://img.example.com/\(mark)")
      })
  }

  private static let adobeAnswers: [Answer] =
    adobeSuccesses
    + (.later(301, 307, 408, 410, 425, 429, 460, 500, 502, 503, 504, 507)
    + .pauses(429)
    + .halted(401, 402, 403, 404, 422)).to(1)
    + .setAside(400, 405, 409, 415, 501, 505, events: 1)
    + .tooLarge().filter { $0.events == 1 }

  /// Status 207 means that a service behind the network has failed, which is no reason to send
  /// again.
  private static let adobeSuccesses: [Answer] = [
    Answer(
      200, #"{"requestId":"1","handle":[{"type":"state:store","payload":[]}]}"#, events: 1,
      means: .accepted),
    Answer(202, #"{"requestId":"1-abc"}"#, events: 1, means: .accepted),
    Answer(204, events: 1, means: .accepted),
    Answer(
      207, #"{"requestId":"1","handle":[],"errors":[{"status":502,"title":"upstream"}]}"#,
      events: 1, means: .accepted),
  ]
}
