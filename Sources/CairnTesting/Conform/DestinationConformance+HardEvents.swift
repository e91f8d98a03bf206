import Cairn
import Foundation

/// The checks with unusual events among ordinary ones.
extension DestinationConformance {
  private static let good = "Good"

  /// Names and properties at the limits of what can be recorded.
  private static let hard: [(name: String, properties: [String: Value])] = [
    (" ", [:]), (String(repeating: "name ", count: 1_000), [:]), ("$identify", [:]), ("null", [:]),
    ("🧨\"'\\\n\u{0}\u{2028}<b>", [:]), ("Nothing", ["": nil, "object": [:], "list": []]),
    ("Names", ["$set": 1, "a.b": 2, "__proto__": 3, "time": "x", "token": nil, "event": []]),
    ("Long Name", [String(repeating: "k", count: 2_000): 1]),
    ("Long Text", ["text": .string(String(repeating: "🧨", count: 20_000))]),
    ("Wide", Dictionary(uniqueKeysWithValues: (0..<3_000).map { ("key \($0)", .int($0)) })),
    ("List", ["list": .array((0..<3_000).map(Value.int))]), ("Deep", ["deep": deep(30)]),
    ("Revenue", ["revenue": "free", "price": -1, "quantity": 0.5, "currency": 7]),
    ("Huge", ["text": .string(String(repeating: "x", count: 900_000))]),
    ("Not A Number", ["nan": .double(.nan), "infinity": .double(.infinity)]),
  ]

  private static func deep(_ levels: Int) -> Value {
    (0..<levels).reduce(Value.string("bottom")) { value, level in
      level.isMultiple(of: 2) ? .array([value]) : .object(["level": value])
    }
  }

  /// Records each of the unusual events between ordinary ones.
  func recordHardEvents(_ analytics: Analytics) {
    recordNamed(analytics, Self.good, [:])
    // A reset gives up pending events of destinations for interactions alone, so it comes early.
    analytics.reset()
    for (name, properties) in Self.hard {
      recordNamed(analytics, name, properties)
      recordNamed(analytics, Self.good, [:])
    }
    analytics.screen("🧨", ["url": "not an address"])
    analytics.identify("null", traits: ["email": 7, "$name": [:]])
    analytics.alias(String(repeating: "user", count: 500))
    analytics.group("0", traits: ["size": -1])
  }

  /// Checks that the ordinary events arrive and that JSON is valid, whatever the result of the
  /// unusual ones.
  func hardEvents() async -> ConformanceReport.Result {
    let subject = subject()
    let testing = TestAnalytics(.conformance { _ in }, deliveringTo: subject.destination)
    recordHardEvents(testing.analytics)
    await settle(testing)
    let row = testing.analytics.ledger().destinations.first
    await testing.analytics.close()
    let arrived = testing.destination.acceptedEvents.filter { $0.text.contains("\"\(Self.good)\"") }
    let missing = await harmless - Int(row?.dropped[.reset] ?? 0) - Set(arrived.map(\.id)).count
    var issues: [String] = []
    if let row, row.pending > 0 { issues.append("\(row.pending) events are still waiting") }
    if missing > 0 { issues.append("\(missing) harmless events did not arrive") }
    issues += brokenPlaces(testing.destination) + tooLarge(subject)
    for request in subject.transport.requests {
      let type = request.header("Content-Type") ?? ""
      if type.contains("json"), WireBody(request).documents.isEmpty {
        issues.append("a body of type \(type) is not JSON")
      }
    }
    return ConformanceReport.Result(issues)
  }

  /// The number of ordinary events that the destination accepts.
  private var harmless: Int {
    get async {
      let one = await CapturedEvents.recording { recordNamed($0, Self.good, [:]) }
      return (1 + Self.hard.count) * subject().wanted(one).events.count
    }
  }

  /// Checks a server that refuses every request with a certain event in it.
  func poison() async -> ConformanceReport.Result {
    guard statuses[400] == .refused else { return .skipped("a 400 is not \"refused\"") }
    let transport = RecordingTransport(otherwise: { [success] request in
      WireBody(request).text.lowercased().contains("poison")
        ? .status(400) : .response(success(request))
    })
    let testing = TestAnalytics(
      .conformance { _ in }, deliveringTo: subject(transport).destination)
    for number in 1...9 {
      record(testing.analytics, number)
      if number == 6 { recordNamed(testing.analytics, "Poison", [:]) }
    }
    await settle(testing)
    let ledger = testing.analytics.ledger().destinations
    await testing.analytics.close()
    guard let row = ledger.first, row.filtered == 0 else {
      return .skipped("it does not accept all")
    }
    guard row.delivered == 9, row.deadLettered == 1, row.pending == 0 else {
      return .failed(
        "of 9 events \(row.delivered) arrived; \(row.deadLettered) refused, \(row.pending) waiting")
    }
    return ConformanceReport.Result(brokenPlaces(testing.destination))
  }

  /// The bodies that no destination has sealed, with their descriptions.
  private static let unreadable: [(name: String, body: [UInt8])] = [
    ("no body", []), ("a zero", [0]), ("the letter x", Array("x".utf8)),
    ("a hundred times 0xFF", [UInt8](repeating: 0xFF, count: 100)),
  ]

  func damage() async -> ConformanceReport.Result {
    let subject = subject()
    let events = subject.wanted(await samples(3))
    var issues: [String] = []
    for (name, body) in Self.unreadable {
      let subject = self.subject()
      let outcome = await subject.destination.deliver(subject.batch(events, body: body))
      if subject.delivered.allSatisfy(\.isEmpty), outcome.settles(someOf: events.events.count) {
        issues.append("\(name): \(outcome.summary), and nothing was sent")
      }
    }
    let body = subject.batch(events).body
    let damaged = [
      Array(body.dropLast()), Array(body.dropFirst()), Array(body.prefix(body.count / 2)),
      body + body,
    ]
    for body in damaged { _ = await subject.destination.deliver(subject.batch(events, body: body)) }
    // A second call of `seal`, and a destination that was never joined, must not trap either.
    _ = subject.destination.seal([], context: [])
    _ = subject.destination.seal(events.events, context: Array("{".utf8))
    return ConformanceReport.Result(issues)
  }

  /// Flushes until no event is pending, or the flush has no further effect.
  func settle(_ testing: TestAnalytics) async {
    for _ in 1...64 {
      let before = testing.destination.batches.count
      let result = await testing.analytics.flush()
      if result.pending == 0 || testing.destination.batches.count == before { return }
    }
  }

  private func brokenPlaces(_ destination: RecordingDestination) -> [String] {
    zip(destination.batches, destination.outcomes).compactMap { batch, outcome in
      guard case .partial(let refused, let again) = outcome else { return nil }
      let wrong = (refused.keys + again).filter { !batch.events.indices.contains($0) }
      return wrong.isEmpty
        ? nil : "an outcome names indices \(wrong) of \(batch.events.count) events"
    }
  }
}

extension Outcome {
  /// Returns whether events count as delivered.
  fileprivate func settles(someOf count: Int) -> Bool {
    switch self {
    case .accepted: count > 0
    case .partial(let refused, let again):
      !Set(0..<count).subtracting(refused.keys).subtracting(again).isEmpty
    case .later, .split, .refused, .halted: false
    }
  }
}
