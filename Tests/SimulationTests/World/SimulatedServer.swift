import Cairn

/// A destination whose responses the scenario determines, and whose bodies list their events
/// exactly.
struct SimulatedServer: Destination {
  let plan: DestinationPlan
  var sealsAhead: Bool { true }
  var name: String { plan.name }
  var limits: BatchLimits { BatchLimits(events: plan.mostEvents, bytes: plan.maximumBytes) }

  func accepts(_ event: StoredEvent) -> Bool {
    Self.number(event.json).map(plan.wants) ?? true
  }

  /// Seals the context, then the events, one per line.
  func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    var body = context
    for event in events {
      body.append(UInt8(ascii: "\n"))
      body += event.json
    }
    return body
  }

  func deliver(_ batch: Batch) async -> Outcome { .accepted }

  /// The number in `"event":"Event 12"`.
  static func number(_ json: ArraySlice<UInt8>) -> Int? {
    json.withUnsafeBufferPointer { bytes in
      guard var place = end(of: mark, in: bytes) else { return nil }
      var number = 0
      while place < bytes.count, (48..<58).contains(bytes[place]) {
        number = number * 10 + Int(bytes[place]) - 48
        place += 1
      }
      return number
    }
  }

  private static let mark = Array("\"event\":\"Event ".utf8)

  /// Returns the end of a mark.
  ///
  /// It is called very often: a general search would take most of the time of a campaign.
  private static func end(of mark: [UInt8], in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard bytes.count >= mark.count else { return nil }
    return (0...bytes.count - mark.count).first { start in
      mark.indices.allSatisfy { bytes[start + $0] == mark[$0] }
    }.map { $0 + mark.count }
  }
}

extension ServerModel {
  /// Receives a request, and returns its problems.
  mutating func receive(_ sent: Sent, _ model: Model) -> [String] {
    var wrong: [String] = []
    let name = plan.name
    if let first = requests[sent.key], first.body != sent.body {
      wrong.append("BODY CHANGED \(name): \(sent.key) came with two bodies")
    }
    if isStrict, let open, !isAnswered, open.key != sent.key {
      wrong.append("REKEYED \(name): \(open.key) was not answered and came again as \(sent.key)")
    }
    // A power loss may restore removed data: then it is sent again.
    if model.isIntact,
      let last = requests[sent.key] == nil ? sent.numbers.first(where: isDone) : nil
    {
      wrong.append("AGAIN \(name): event \(last) was settled and comes under a new key")
    }
    wrong += checkBody(sent, model)
    let bytes = sent.numbers.reduce(0) { $0 + model.events[$1].json.count }
    if sent.numbers.count > plan.mostEvents || sent.numbers.count > 1 && bytes > plan.maximumBytes {
      wrong.append("TOO MUCH \(name): \(sent.numbers.count) events, \(bytes) bytes")
    }
    requests[sent.key] = sent
    open = sent
    // The program that got the first response may not have committed it yet, and may do so at any
    // time.
    isAnswered = answers[sent.key] != nil
    return wrong
  }

  private func isDone(_ number: Int) -> Bool {
    taken.contains(number) || refused.contains(number) && !homeless.contains(number)
  }

  private func checkBody(_ sent: Sent, _ model: Model) -> [String] {
    guard let first = sent.numbers.first.map({ model.events[$0] }) else { return [] }
    let end = sent.body.firstIndex(of: UInt8(ascii: "\n")) ?? 0
    // After a power loss the context may be lost too.
    let isKnown = model.isIntact
    var body = isKnown ? first.context : Array(sent.body[..<end])
    for event in sent.numbers.map({ model.events[$0] }) {
      body.append(UInt8(ascii: "\n"))
      body += event.json
      if !plan.wants(event.number) { return ["UNWANTED \(plan.name): event \(event.number)"] }
      if event.context != first.context, isKnown {
        return ["CONTEXT \(plan.name): events \(first.number) and \(event.number) in one batch"]
      }
    }
    return body == sent.body ? [] : ["BODY \(plan.name): not what was recorded: \(sent.numbers)"]
  }

  /// Returns the response for a random number, and updates the state of the server.
  mutating func answer(_ key: BatchKey, roll: Int) -> Outcome {
    guard let request = requests[key] else {
      return .later(afterSeconds: nil, reason: "nothing sent")
    }
    if roll < plan.trouble, roll % 6 > 2 || roll % 6 == 0 {
      if roll % 6 == 0 { return .halted(reason: "status 401") }
      return .later(afterSeconds: roll % 2 == 0 ? nil : roll, reason: "status 503")
    }
    let answer = answers[key] ?? decide(request.numbers, roll)
    answers[key] = answer
    if open?.key == key { isAnswered = true }
    hold(answer, request.numbers)
    return outcome(answer, request)
  }

  private func decide(_ numbers: [Int], _ roll: Int) -> Answer {
    let bad = Set(numbers.filter(plan.refuses))
    if roll < plan.trouble, roll % 6 == 1, numbers.count > 1 { return .split }
    if roll < plan.trouble, roll % 6 == 2 {
      let again = numbers.filter { $0 % 2 == 1 && !bad.contains($0) }
      return .partial(refused: bad, again: Set(again))
    }
    if bad.isEmpty { return .accepted }
    return roll % 2 == 0 ? .refused : .partial(refused: bad, again: [])
  }

  private mutating func hold(_ answer: Answer, _ numbers: [Int]) {
    switch answer {
    case .accepted: taken.formUnion(numbers)
    case .partial(let out, let again):
      refused.formUnion(out)
      taken.formUnion(numbers.filter { !out.contains($0) && !again.contains($0) })
    case .refused, .split: if numbers.count == 1 { refused.formUnion(numbers) }
    }
  }

  private func outcome(_ answer: Answer, _ sent: Sent) -> Outcome {
    switch answer {
    case .accepted: return .accepted
    case .refused: return .refused("poison")
    case .split: return .split
    case .partial(let out, let again):
      let places = sent.named.indices
      let bad = places.filter { out.contains(sent.named[$0]) }.map {
        ($0, DeliveryRejection("poison"))
      }
      return .partial(
        refused: Dictionary(bad, uniquingKeysWith: { first, _ in first }),
        again: places.filter { again.contains(sent.named[$0]) })
    }
  }
}
