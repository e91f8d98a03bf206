import Cairn
import CairnTesting
import Foundation

/// A destination that violates one requirement.
struct BrokenDestination: BackgroundDestination {
  enum Fault: CaseIterable {
    case none, badName, newName, sameSettings, newSettings, fickle, tooMany, sendsTwice, noIDs
    case backwards, newIDs, sealsAtSending, halts, forgetsRetryAfter, refusesSilence
    case tooManyBytes
    case refusesNonsense, roundsNumbers, escapes, refusesBatch, losesPoison, tells, forgetsDamaged
    case noRequest, otherRequest, otherMeaning
  }

  static let key = "0123456789abcdef"
  private static let made = Locked(0)

  var fault: Fault
  var key = Self.key
  let transport: any HTTPTransport
  private let instance: Int

  init(_ fault: Fault, key: String = Self.key, _ transport: any HTTPTransport) {
    self.fault = fault
    self.key = key
    self.transport = transport
    instance = Self.next()
  }

  private static func next() -> Int {
    made.withLock { made in
      made += 1
      return made
    }
  }

  var name: String {
    switch fault {
    case .badName: "my destination"
    case .newName: "broken\(instance)"
    default: "broken"
    }
  }

  var settings: String {
    switch fault {
    case .sameSettings: ""
    case .newSettings: "\(key)\(instance)"
    default: key
    }
  }

  var limits: BatchLimits {
    BatchLimits(
      events: fault == .tooMany ? 20 : 10,
      bytes: fault == .tooManyBytes ? 10_000_000 : BatchLimits().bytes)
  }

  func accepts(_ event: StoredEvent) -> Bool {
    guard fault == .fickle else { return true }
    return !Self.next().isMultiple(of: 3)
  }

  func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    MappedBatch(fault == .backwards ? events.reversed() : events, context: context) { event in
      [
        "id": .string(id(event)), "name": .string(event.name),
        "properties": .object(event.properties.mapValues(changed)),
      ]
    }.body
  }

  private func id(_ event: DecodedEvent) -> String {
    switch fault {
    case .noIDs: "none"
    case .newIDs: UUID().uuidString
    default: event.id.description
    }
  }

  private func changed(_ value: Value) -> Value {
    switch (fault, value) {
    case (.roundsNumbers, .int(let integer)): .int(Int(exactly: Double(integer)) ?? 0)
    case (.escapes, .string(let text)):
      .string(text.replacingOccurrences(of: "\u{2028}", with: "\n"))
    default: value
    }
  }

  func deliver(_ batch: Batch) async -> Outcome {
    guard let items = MappedBatch(batch), let request = request(items, batch) else {
      return fault == .forgetsDamaged ? .accepted : .refused("the body is damaged")
    }
    if fault == .sendsTwice { _ = await exchange.send(request, at: batch.milliseconds) }
    return items.outcome(spoiled(await exchange.send(request, at: batch.milliseconds), items))
  }

  private var exchange: HTTPExchange {
    HTTPExchange(transport: transport, secrets: fault == .tells ? [] : [key])
  }

  private func request(_ items: MappedBatch, _ batch: Batch) -> HTTPRequest? {
    guard let url = URL(string: "https://example.com") else { return nil }
    var body = items.json
    if fault == .sealsAtSending { body += Array(" \(batch.milliseconds)".utf8) }
    return HTTPRequest(
      url: url, headers: [("X-Key", key), ("Content-Type", "application/json")], body: body)
  }

  func request(for batch: Batch) -> HTTPRequest? {
    guard fault != .noRequest, let items = MappedBatch(batch),
      var request = request(items, batch)
    else { return nil }
    if fault == .otherRequest { request.headers.removeFirst() }
    return request
  }

  func outcome(of response: HTTPResponse, for batch: Batch) -> Outcome {
    guard let items = MappedBatch(batch) else { return .refused("the body is damaged") }
    if fault == .otherMeaning, response.status == 503 { return .halted(reason: "no") }
    return items.outcome(spoiled(exchange.answer(response, at: batch.milliseconds), items))
  }

  private func spoiled(_ answer: HTTPExchange.Answer, _ items: MappedBatch) -> Outcome {
    let status = answer.response?.status
    var isPage = false
    if case .later(_, let reason) = answer.outcome { isPage = reason.contains("HTML") }
    switch (fault, answer.outcome) {
    case (.halts, .later) where status != nil: return .halted(reason: "no")
    case (.forgetsRetryAfter, .later(_, let reason)):
      return .later(afterSeconds: nil, reason: reason)
    case (.refusesSilence, .later) where status == nil && !isPage: return .refused("no response")
    case (.refusesNonsense, _) where isPage: return .refused("what is this?")
    case (.refusesBatch, .accepted)
    where items.items.contains(where: { $0.json.count > 10_000 }):
      return .partial(
        refused: Dictionary(uniqueKeysWithValues: items.items.indices.map { ($0, "no") }), again: []
      )
    case (.losesPoison, .refused):
      return .partial(
        refused: Dictionary(uniqueKeysWithValues: items.items.indices.map { ($0, "no") }), again: []
      )
    default: return answer.outcome
    }
  }
}
