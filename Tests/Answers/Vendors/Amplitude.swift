import Cairn
import CairnAmplitude

extension Vendor {
  package static let amplitude = Vendor(
    name: "Amplitude, HTTP V2", answers: amplitudeAnswers,
    destination: { server, transport in
      AmplitudeDestination(apiKey: amplitudeKey, server: server, transport: transport)
    })

  package static let amplitudeBatch = Vendor(
    name: "Amplitude, batch", answers: amplitudeAnswers,
    destination: { server, transport in
      AmplitudeDestination(
        apiKey: amplitudeKey, endpoint: .batch, server: server, transport: transport)
    })

  /// A batch whose events all belong to one user.
  package static let amplitudeUser = Vendor(
    name: "Amplitude, a user", answers: amplitudeUserAnswers,
    destination: amplitude.destination,
    record: { analytics, mark in
      analytics.identify("user-1", traits: ["mark": .string(mark)])
    })

  private static let amplitudeKey = "0123456789abcdef"

  private static let amplitudeAnswers: [Answer] =
    [Answer(200, #"{"code":200,"events_ingested":4}"#, means: .accepted)]
    + amplitudeFaults + amplitudeLimits + .tooLarge() + .standard

  /// 400: the whole request is refused.
  private static let amplitudeFaults: [Answer] = [
    Answer(
      400, #"{"code":400,"error":"Invalid API key: 0123456789abcdef"}"#,
      means: .halted(reason: "Invalid API key: [hidden]")),
    Answer(
      400,
      #"{"code":400,"error":"Request missing required field","missing_field":"api_key"}"#,
      means: .halted(reason: "Request missing required field")),
    Answer(
      400,
      """
      {"code":400,"error":"Invalid","missing_field":null,"events_with_invalid_fields":{"time":[1]},
      "events_with_missing_fields":{"event_type":[3]}}
      """,
      means: .partial(
        refused: [
          1: DeliveryRejection("invalid field time", status: 400),
          3: DeliveryRejection("missing field event_type", status: 400),
        ], again: [0, 2])),
    Answer(
      400, #"{"code":400,"events_with_invalid_id_lengths":{"user_id":[0]}}"#,
      means: .partial(
        refused: [0: DeliveryRejection("identifier too short in user_id", status: 400)],
        again: [1, 2, 3])),
    Answer(
      400, #"{"code":400,"silenced_events":[2],"silenced_devices":["other"]}"#,
      means: .partial(
        refused: [2: DeliveryRejection("the event is silenced", status: 400)], again: [0, 1, 3])),
    Answer(
      400, #"{"code":400,"silenced_devices":["<device>"]}"#,
      means: .all(4, DeliveryRejection("the device is silenced", status: 400))),
    Answer(
      400, #"{"code":400,"error":"Invalid JSON"}"#,
      means: .refused(
        DeliveryRejection(
          "status 400", status: 400, answer: #"{"code":400,"error":"Invalid JSON"}"#))),
    Answer(
      400, #"{"code":400,"events_with_invalid_fields":{"time":[99]}}"#,
      means: .refused(
        DeliveryRejection(
          "status 400", status: 400,
          answer: #"{"code":400,"events_with_invalid_fields":{"time":[99]}}"#))),
  ]

  /// 429: the events that the response does not name are sent at once.
  private static let amplitudeLimits: [Answer] = [
    Answer(
      429, #"{"code":429,"throttled_events":[0,1,2,3]}"#,
      means: .later(afterSeconds: 30, reason: "the device or the user is throttled")),
    Answer(
      429, #"{"code":429,"throttled_events":[0,2],"throttled_devices":{"<device>":31}}"#,
      means: .partial(refused: [:], again: [0, 2])),
    Answer(
      429, #"{"code":429,"exceeded_daily_quota_devices":{"<device>":500001}}"#,
      means: .all(4, DeliveryRejection("over the daily quota of its device or user", status: 429))),
    Answer(
      429, #"{"code":429,"eps_threshold":30}"#,
      means: .later(afterSeconds: nil, reason: "status 429")),
  ]

  private static let amplitudeUserAnswers: [Answer] = [
    Answer(200, #"{"code":200,"events_ingested":4}"#, means: .accepted),
    Answer(
      429, #"{"code":429,"throttled_events":[1],"throttled_users":{"user-1":31}}"#,
      means: .partial(refused: [:], again: [1])),
    Answer(
      429, #"{"code":429,"exceeded_daily_quota_users":{"user-1":500001}}"#,
      means: .all(4, DeliveryRejection("over the daily quota of its device or user", status: 429))),
  ]
}
