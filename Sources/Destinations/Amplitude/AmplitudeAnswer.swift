import Cairn

/// The decoded response to a request, by the indices of the items that were sent.
struct AmplitudeAnswer {
  /// The outcome, apart from the items in `throttled` and `others`.
  var outcome: Outcome
  /// The items of a device or a user that exceeds the rate limit.
  var throttled: [Int] = []
  /// The items that were not accepted because of the throttled ones, and can be sent without them.
  var others: [Int] = []

  init(_ outcome: Outcome) { self.outcome = outcome }

  /// Decodes a response; `owners` has the index of the item for each event that was sent.
  init(
    _ answer: HTTPExchange.Answer, to items: MappedBatch, _ owners: [Int],
    hidingSecrets: (String) -> String
  ) {
    self.init(answer.outcome)
    guard let response = answer.response, let body = Value(json: response.body) else { return }
    switch response.status {
    case 400: refuse(body, owners, items, hidingSecrets)
    case 429: wait(body, owners, items)
    default: break
    }
  }

  /// Handles a response after which no event was accepted: invalid events are refused, the others
  /// are sent again.
  private mutating func refuse(
    _ body: Value, _ owners: [Int], _ items: MappedBatch, _ hidingSecrets: (String) -> String
  ) {
    let error = body["error"]?.stringValue ?? ""
    if error.hasPrefix("Invalid API key") || body["missing_field"]?.stringValue != nil {
      outcome = .halted(reason: hidingSecrets(error.isEmpty ? "a field is missing" : error))
      return
    }
    var refused = Self.blamed(body, owners)
    let silenced = body["silenced_devices"].texts
    for number in items.items.indices where !silenced.isEmpty && refused[number] == nil {
      guard silenced.contains((items.amplitudeEvent(number)?["device_id"]).bytes)
      else { continue }
      refused[number] = DeliveryRejection("the device is silenced", status: 400)
    }
    guard !refused.isEmpty else { return }
    let others = items.items.indices.filter { refused[$0] == nil }
    outcome = .partial(refused: refused, again: others)
  }

  private static func blamed(_ body: Value, _ owners: [Int]) -> [Int: DeliveryRejection] {
    let lists = [
      ("events_with_invalid_fields", "invalid field"),
      ("events_with_missing_fields", "missing field"),
      ("events_with_invalid_id_lengths", "identifier too short in"),
    ]
    var refused: [Int: DeliveryRejection] = [:]
    for (list, words) in lists {
      for (field, places) in (body[list]?.objectValue ?? [:]).sorted(by: { $0.key < $1.key }) {
        for owner in places.numbers.compactMap({ owners.element(at: $0) }) {
          refused[owner] = DeliveryRejection("\(words) \(field)", status: 400)
        }
      }
    }
    for owner in (body["silenced_events"]?.numbers ?? []).compactMap({ owners.element(at: $0) }) {
      refused[owner] = DeliveryRejection("the event is silenced", status: 400)
    }
    return refused
  }

  /// Handles rate limits: events over the daily quota are refused; other throttled events can be
  /// sent later.
  private mutating func wait(_ body: Value, _ owners: [Int], _ items: MappedBatch) {
    let places = Set(body["throttled_events"]?.numbers ?? [])
    let named = Set(places.compactMap { owners.element(at: $0) })
    let devices = body["exceeded_daily_quota_devices"].texts
    let users = body["exceeded_daily_quota_users"].texts
    guard !named.isEmpty || !devices.isEmpty || !users.isEmpty else { return }
    var refused: [Int: DeliveryRejection] = [:]
    for number in items.items.indices {
      let event = items.amplitudeEvent(number)
      if devices.contains((event?["device_id"]).bytes)
        || users.contains((event?["user_id"]).bytes)
      {
        refused[number] = DeliveryRejection(
          "over the daily quota of its device or user", status: 429)
      } else if named.contains(number) {
        throttled.append(number)
      } else {
        others.append(number)
      }
    }
    outcome = .partial(refused: refused, again: [])
  }
}

extension Value? {
  /// The UTF-8 bytes of a string; empty for any other value.
  fileprivate var bytes: [UInt8] { Array((self?.stringValue ?? "").utf8) }

  /// The strings of an array, or the member names of an object, as UTF-8 bytes.
  ///
  /// Bytes are compared because Swift treats some different user IDs as equal strings.
  fileprivate var texts: Set<[UInt8]> {
    let texts =
      self?.arrayValue?.compactMap(\.stringValue) ?? self?.objectValue.map { Array($0.keys) } ?? []
    return Set(texts.map { Array($0.utf8) })
  }
}

extension Value {
  fileprivate var numbers: [Int] { arrayValue?.compactMap(\.intValue) ?? [] }
}

extension [Int] {
  fileprivate func element(at place: Int) -> Int? { indices.contains(place) ? self[place] : nil }
}
