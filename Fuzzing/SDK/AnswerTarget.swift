import Foundation

@testable import Cairn

/// A server's response to a batch, and the resulting settlement.
enum AnswerTarget: TextTarget {
  static let words = [
    #"{"results":[]}"#, #"{"messageId":"00000000-0000-7000-8000-000000000001","result":"ok"},"#,
    #"{"messageId":"00000000-0000-7000-8000-000000000002","result":"refused","reason":"no"},"#,
    #"{"messageId":"00000000-0000-7000-8000-000000000003","result":"retry"},"#, "<html>",
    #""result":"duplicate""#, #""result":"drop""#, secret, "null", "\u{1E}", "\u{FEFF}",
  ]

  private static let secret = "a-key-that-is-secret"
  private static let statuses = [200, 200, 200, 202, 204, 304, 400, 401, 408, 413, 429, 500, 503]
  private static let types = [
    nil, "application/json", "text/html; charset=utf-8", "application/problem+json", "text/plain",
  ]

  /// The first bytes determine the status, the type, and the length of `Retry-After`; the rest is
  /// that header and the body.
  static func run(_ input: [UInt8]) {
    let head = input.prefix(3).map { Int($0) } + [0, 0, 0]
    let rest = input.dropFirst(3)
    let wait = rest.prefix(head[2] % 32)
    var headers: [String: String] = [:]
    if let type = types[head[1] % types.count] { headers["content-type"] = type }
    if !wait.isEmpty { headers["retry-after"] = String(decoding: wait, as: UTF8.self) }
    let response = HTTPResponse(
      status: head[0] < 200 ? statuses[head[0] % statuses.count] : head[0] * 3, headers: headers,
      body: Array(rest.dropFirst(wait.count)))
    check(destination.outcome(of: response, for: batch))
    for items in [sealed, sealed.only([0])] {
      checkItems(items.outcome(exchange.outcome(of: response, at: batch.milliseconds)))
    }
  }

  private static let destination = HTTPDestination(
    endpoint: URL(fileURLWithPath: "/"), writeKey: secret, transport: NoTransport())

  /// The second and the last event have the same identifier, as after an interrupted replay.
  private static let batch: Batch = {
    let numbers: [UInt64] = [1, 2, 3, 2]
    let events = numbers.enumerated().map { place, number in
      StoredEvent(
        id: EventID(high: 0x7000, low: 0x8000_0000_0000_0000 | number), kind: .track,
        milliseconds: 0, json: Array(#"{"anonymousId":"a"}"#.utf8)[...],
        position: Position(lane: LaneID(rawValue: 1), index: UInt32(place + 1)), audience: nil)
    }
    return Batch(
      key: events[0].id.uuid, events: events, body: [], attempt: 0,
      milliseconds: 1_795_225_600_000)
  }()

  private static let exchange = HTTPExchange(transport: NoTransport(), secrets: [secret])
  private static let sealed = MappedBatch(batch.events, context: []) { _ in .object([:]) }

  private static func checkItems(_ outcome: Outcome) {
    if case .accepted = outcome { return }
    check(outcome)
  }

  private static func check(_ outcome: Outcome) {
    switch outcome {
    case .accepted, .split: break
    case .partial(let refused, let again): check(refused, again)
    case .later(let seconds, let reason):
      precondition((0...300).contains(seconds ?? 0), "five minutes at most")
      checkText(reason)
    case .refused(let rejection): checkRejection(rejection)
    case .halted(let reason): checkText(reason)
    }
  }

  /// Each event of the batch is settled, refused or retried, and only one of these.
  private static func check(_ refused: [Int: DeliveryRejection], _ again: [Int]) {
    let places = batch.events.indices
    precondition(again == Set(again).sorted(), "each is sent again once")
    precondition(again.allSatisfy(places.contains), "and is of the batch")
    precondition(refused.keys.allSatisfy(places.contains), "as is what is refused")
    precondition(refused.keys.allSatisfy { !again.contains($0) }, "nothing is both")
    for rejection in refused.values { checkRejection(rejection) }
    checkSettlement(refused: refused.keys.sorted(), again: again)
  }

  private static func checkSettlement(refused: [Int], again: [Int]) {
    let all = places(Array(batch.events.indices))
    var cursor = Cursor()
    cursor.inFlight = SealedBatch(
      key: BatchKey(high: 1, low: 2), bodyHash: 0, bodyLength: 0, sealedAt: 0, ranges: all)
    Settlement.accept(&cursor, refused: places(refused), again: places(again))
    let open = all.flatMap { cursor.settled.unsettled(in: $0) }.total
    precondition(open == again.count, "what is sent again is not settled")
    precondition(cursor.counters.deadLettered == refused.count, "what is refused is counted so")
    precondition(
      Int(cursor.counters.delivered) == all.total - refused.count - open,
      "each event is counted once")
  }

  private static func places(_ numbers: [Int]) -> [PositionRange] {
    numbers.map { batch.events[$0].position }.map {
      PositionRange(lane: $0.lane, first: $0.index, last: $0.index)
    }
  }

  private static func checkRejection(_ rejection: DeliveryRejection) {
    checkText(rejection.reason)
    checkText(rejection.answer ?? "")
  }

  private static func checkText(_ text: String) {
    precondition(text.utf8.count <= DeliveryRejection.maximumBytes, "a short text")
    precondition(!text.contains(secret), "no key is kept")
  }
}

/// Sends nothing.
private struct NoTransport: HTTPTransport {
  func send(_ request: HTTPRequest) async throws -> HTTPResponse { HTTPResponse(status: 503) }
}
