import Cairn

extension Vendor {
  /// Segment's protocol with the responses of Cairn's collector.
  package static let segment = Vendor(
    name: "Segment", answers: segmentAnswers,
    destination: { server, transport in
      HTTPDestination(
        endpoint: server, writeKey: "write-key", compresses: false, transport: transport)
    })

  private static let segmentAnswers: [Answer] =
    [
      Answer(200, #"{"success":true}"#, means: .accepted),
      Answer(200, "OK", means: .accepted),
      Answer(
        200,
        """
        {"results":[{"messageId":"<0>","result":"ok"},
        {"messageId":"<1>","result":"refused","reason":"too old for write-key"},
        {"messageId":"<2>","result":"duplicate"},{"messageId":"<3>","result":"retry"}]}
        """,
        means: .partial(
          refused: [1: DeliveryRejection("too old for [hidden]", status: 200)], again: [3])),
      Answer(
        200,
        """
        {"results":[{"messageId":"<0>","result":"ok"},
        {"messageId":"<3>","result":"something else"}]}
        """, means: .partial(refused: [:], again: [1, 2, 3])),
      Answer(
        200,
        """
        {"results":[{"messageId":"<0>","result":"ok"},
        {"messageId":"<1>","result":"conflict","reason":"another event"},
        {"messageId":"<2>","result":"conflict"},{"messageId":"<3>","result":"duplicate"}]}
        """,
        means: .partial(
          refused: [
            1: DeliveryRejection("another event", status: 200),
            2: DeliveryRejection("conflict", status: 200),
          ], again: [])),
      Answer(
        200, #"{"results":[]}"#, means: .accepted),
      Answer(413, means: .split),
    ] + .standard
}
