import Cairn
import CairnContent
import CairnTesting
import Foundation

/// A network that accepts requests and responds, accepts them without a response, or does not
/// accept them.
final class EdgeStub: HTTPTransport {
  struct Request: Sendable {
    var identifiers: [String]
    var contents: [Value]
    var tallies: [ContentTally]
    var isPoisoned: Bool
    var wrong: [String]
  }

  struct State: Sendable {
    /// The accepted content by `_id`.
    var accepted: [String: (content: Value, tally: ContentTally)] = [:]
    var payloads = 0
    var duplicates = 0
    var wrong: [String] = []
    var dice = Dice(seed: 1)
    /// Whether it accepts everything and responds.
    var isWell = false
    /// The number of requests after which the program is dead, and nothing that it sends arrives.
    var requestsLeft = Int.max
  }

  let state = Locked(State())

  /// The sum, with each `_id` counted once.
  var sum: ContentTally {
    state.withLock { state in
      var sum = ContentTally()
      for entry in state.accepted.values {
        for (kind, number) in entry.tally.counts { sum.add(kind, number) }
      }
      return sum
    }
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let parsed = Self.parse(request)
    let status = state.withLock { $0.answer(parsed) }
    guard let status else { throw URLError(.networkConnectionLost) }
    return HTTPResponse(status: status, body: Self.body)
  }

  private static let body = Array(
    #"{"handle":[{"type":"state:store","payload":[{"key":"k","value":"v","maxAge":60}]}]}"#.utf8)

  private static func parse(_ request: HTTPRequest) -> Request {
    let events = (Value(json: request.body)?["events"]?.arrayValue ?? []).compactMap { $0["xdm"] }
    let tallies = events.map(tally)
    return Request(
      identifiers: events.map { $0["_id"]?.stringValue ?? "" }, contents: events, tallies: tallies,
      isPoisoned: tallies.contains { $0.counts.keys.contains { $0.isPoison } },
      wrong: events.compactMap(wrong))
  }

  private static func tally(_ event: Value) -> ContentTally {
    var tally = ContentTally()
    let content = event["experienceContent"]
    for asset in content?["assets"]?.arrayValue ?? [] {
      let url = asset["assetID"]?.stringValue ?? ""
      tally.add(.asset(url), at: asset["assetSource"]?.stringValue, asset, "asset")
    }
    if let experience = content?["experience"] {
      let place = experience["experienceSource"]?.stringValue
      tally.add(
        .experience(experience["experienceID"]?.stringValue ?? ""),
        at: place == "mobile-app" ? nil : place, experience, "experience")
    }
    return tally
  }

  /// Returns an error about an experience that was seen or used, if it differs from its definition.
  private static func wrong(_ event: Value) -> String? {
    let content = event["experienceContent"]
    guard let experience = content?["experience"],
      ["Views", "Clicks"].contains(where: { number(experience, "experience\($0)") > 0 })
    else { return nil }
    let id = experience["experienceID"]?.stringValue ?? ""
    let told = (content?["assets"]?.arrayValue ?? []).compactMap { $0["assetID"]?.stringValue }
    return told == Experiences.named(id)?.assetURLs ? nil : "ASSETS of \(id): \(told)"
  }

  fileprivate static func number(_ part: Value, _ name: String) -> Int {
    Int(part[name]?["value"]?.doubleValue ?? 0)
  }
}

extension ContentTally {
  /// Adds the counts of a subject from the members whose names begin with its kind.
  fileprivate mutating func add(
    _ subject: ContentSubject, at location: String?, _ part: Value, _ name: String
  ) {
    for (member, type) in [("Views", InteractionType.view), ("Clicks", .click)] {
      add(
        Kind(subject: subject, location: location, type: type),
        EdgeStub.number(part, name + member))
    }
    let seconds = part[name + "Extras"]?["dwellSeconds"]?.stringValue.flatMap { Double($0) } ?? 0
    add(
      Kind(subject: subject, location: location, type: nil), Int((seconds * 1_000).rounded()))
  }
}

extension EdgeStub.State {
  /// Returns the response; nil for none.
  fileprivate mutating func answer(_ request: EdgeStub.Request) -> Int? {
    guard requestsLeft > 0 else { return nil }
    requestsLeft -= 1
    let roll = isWell ? 99 : dice.below(100)
    switch roll {
    case ..<12: return nil
    case 12..<20: return dice.hits(500) ? 503 : 429
    case 20..<26 where request.identifiers.count > 1: return 413
    case 26..<28: return 401
    default: break
    }
    if request.isPoisoned { return 400 }
    accept(request)
    return roll < 45 ? nil : dice.hits(500) ? 200 : 207
  }

  private mutating func accept(_ request: EdgeStub.Request) {
    wrong += request.wrong
    for (place, id) in request.identifiers.enumerated() {
      payloads += 1
      guard let first = accepted[id] else {
        accepted[id] = (request.contents[place], request.tallies[place])
        continue
      }
      duplicates += 1
      if first.content != request.contents[place] {
        wrong.append("CHANGED \(id): \(first.content) came again as \(request.contents[place])")
      }
    }
  }
}
