import Cairn

/// What Amplitude says of a request, by the numbers of the items that were sent.
struct AmplitudeAnswer {
  /// What it means, but for those that are throttled or to be sent now.
  var outcome: Outcome
  /// Those of a device or a user that sends too much.
  var throttled: [Int] = []
  /// Those that were not taken because of the throttled ones, and will be without them.
  var others: [Int] = []

  init(_ outcome: Outcome) { self.outcome = outcome }

  /// `owners`: of each event that was sent, the number of its item.
  init(
    _ answer: HTTPExchange.Answer, to items: SealedItems, _ owners: [Int],
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

  /// Nothing of the request was taken: what is to blame is refused, the others are sent again.
  private mutating func refuse(
    _ body: Value, _ owners: [Int], _ items: SealedItems, _ hidingSecrets: (String) -> String
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
      refused[number] = Rejection("the device is silenced", status: 400)
    }
    guard !refused.isEmpty else { return }
    let others = items.items.indices.filter { refused[$0] == nil }
    outcome = .partial(refused: refused, again: others)
  }

  private static func blamed(_ body: Value, _ owners: [Int]) -> [Int: Rejection] {
    let lists = [
      ("events_with_invalid_fields", "invalid field"),
      ("events_with_missing_fields", "missing field"),
      ("events_with_invalid_id_lengths", "too short an identifier in"),
    ]
    var refused: [Int: Rejection] = [:]
    for (list, words) in lists {
      for (field, places) in (body[list]?.objectValue ?? [:]).sorted(by: { $0.key < $1.key }) {
        for owner in places.numbers.compactMap({ owners.element(at: $0) }) {
          refused[owner] = Rejection("\(words) \(field)", status: 400)
        }
      }
    }
    for owner in (body["silenced_events"]?.numbers ?? []).compactMap({ owners.element(at: $0) }) {
      refused[owner] = Rejection("the event is silenced", status: 400)
    }
    return refused
  }

  /// Who is over the day's quota is not heard any more today; who is too quick is heard again soon.
  private mutating func wait(_ body: Value, _ owners: [Int], _ items: SealedItems) {
    let places = Set(body["throttled_events"]?.numbers ?? [])
    let named = Set(places.compactMap { owners.element(at: $0) })
    let devices = body["exceeded_daily_quota_devices"].texts
    let users = body["exceeded_daily_quota_users"].texts
    guard !named.isEmpty || !devices.isEmpty || !users.isEmpty else { return }
    var refused: [Int: Rejection] = [:]
    for number in items.items.indices {
      let event = items.amplitudeEvent(number)
      if devices.contains((event?["device_id"]).bytes)
        || users.contains((event?["user_id"]).bytes)
      {
        refused[number] = Rejection("over the daily quota of its device or user", status: 429)
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
  /// Of a text; nothing of anything else.
  fileprivate var bytes: [UInt8] { Array((self?.stringValue ?? "").utf8) }

  /// The texts of a list, or the names of an object's members, as bytes: to Swift two texts may be equal that are two
  /// users.
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
