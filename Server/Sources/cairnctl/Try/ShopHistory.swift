import Cairn
import Foundation
import ToolSupport

/// The events of a shop in the last month, as an earlier version of its app would have sent them.
struct ShopHistory {
  private static let days = 30
  private static let firstNames = [
    "ada", "grace", "edsger", "barbara", "donald", "frances", "alan",
  ]

  private let now: Date
  private var visits: ShopVisits
  private var generator: SeededGenerator
  private var events: [(time: Date, event: [String: Any])] = []

  /// Returns the batches of the history, each a body of `POST /v1/batch`.
  static func batches(now: Date, seed: UInt64) throws -> [Data] {
    var history = ShopHistory(now: now, seed: seed)
    history.fill()
    let events = history.events.sorted { $0.time < $1.time }.map(\.event)
    return try stride(from: 0, to: events.count, by: 500).map { start in
      let batch = Array(events[start..<min(start + 500, events.count)])
      return try JSONSerialization.data(withJSONObject: ["batch": batch])
    }
  }

  private init(now: Date, seed: UInt64) {
    self.now = now
    visits = ShopVisits(seed: seed)
    generator = SeededGenerator(seed: seed + 1)
  }

  private mutating func fill() {
    for day in (0...Self.days).reversed() {
      for _ in 0..<Int.random(in: 5...9, using: &generator) { addVisitor(firstSeen: day) }
    }
  }

  /// Adds a visitor who comes back less and less.
  private mutating func addVisitor(firstSeen: Int) {
    let device = String(UInt64.random(in: .min ... .max, using: &generator), radix: 16)
    let name = visits.pick(Self.firstNames)
    let user = visits.chance(0.6) ? "\(name)-\(device.prefix(4))" : nil
    let plan = visits.pick(["free", "free", "member"])
    var day = firstSeen
    repeat {
      addVisit(daysAgo: day, device, user, plan)
      day -= Int.random(in: 1...5, using: &generator)
    } while day >= 0 && !visits.chance(0.22)
  }

  private mutating func addVisit(
    daysAgo: Int, _ device: String, _ user: String?, _ plan: String
  ) {
    // Most people shop in the evening.
    let hour = (visits.seconds(0...24) + visits.seconds(12...24)) / 2
    let day: TimeInterval = 86_400
    let today = Date(timeIntervalSince1970: (now.timeIntervalSince1970 / day).rounded(.down) * day)
    var time = today.addingTimeInterval(Double(-daysAgo) * day + hour * 3_600)
    for step in visits.next() {
      if time < now { add(step, at: time, device, user, plan) }
      time += step.pause
    }
  }

  private mutating func add(
    _ step: ShopVisits.Step, at time: Date, _ device: String, _ user: String?, _ plan: String
  ) {
    var event: [String: Any] = [
      "type": "track", "event": step.name, "messageId": identifier(time), "anonymousId": device,
      "originalTimestamp": time.formatted(.iso8601),
      "properties": step.properties.merging(["plan": .string(plan)]) { $1 }.mapValues(\.plain),
      "context": ["app": ["name": "Ridge", "version": "4.1"]],
    ]
    event["userId"] = user
    events.append((time, event))
  }

  /// Returns a UUID of version 7, as the SDK makes them.
  private mutating func identifier(_ time: Date) -> String {
    let milliseconds = UInt64(time.timeIntervalSince1970 * 1_000)
    let random = UInt64.random(in: .min ... .max, using: &generator)
    let (high, low) = (random >> 52, random & 0x0fff_ffff_ffff_ffff)
    let text = String(format: "%012llx7%03llx8%015llx", milliseconds, high, low)
    var parts: [Substring] = []
    var rest = text[...]
    for length in [8, 4, 4, 4, 12] {
      parts.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return parts.joined(separator: "-")
  }
}

extension Value {
  /// The value for `JSONSerialization`.
  fileprivate var plain: Any {
    switch self {
    case .null: NSNull()
    case .bool(let value): value
    case .int(let value): value
    case .double(let value): value
    case .string(let value): value
    case .date(let value): value.formatted(.iso8601)
    case .array(let values): values.map(\.plain)
    case .object(let values): values.mapValues(\.plain)
    }
  }
}
