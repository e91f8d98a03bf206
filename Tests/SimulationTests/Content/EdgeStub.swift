import Cairn
import CairnContent
import CairnTesting
import Foundation

/// The network as it may be: it takes what comes and says so, or does not say so, or does not take it.
final class EdgeStub: HTTPTransport {
  struct Request: Sendable {
    var identifiers: [String]
    var contents: [String]
    var tallies: [ContentTally]
    var isPoisoned: Bool
  }

  struct State: Sendable {
    /// What was accepted, by `_id`.
    var accepted: [String: (content: String, tally: ContentTally)] = [:]
    var payloads = 0
    var duplicates = 0
    var wrong: [String] = []
    var dice = Dice(seed: 1)
    /// It takes all and says so.
    var isWell = false
    /// After so many requests the program is dead, and nothing that it sends arrives.
    var requestsLeft = Int.max
  }

  let state = Locked(State())

  /// Each `_id` once.
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
    let json = try? JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any]
    let events = (json?["events"] as? [[String: Any]] ?? []).compactMap {
      $0["xdm"] as? [String: Any]
    }
    let tallies = events.map(tally)
    return Request(
      identifiers: events.map { $0["_id"] as? String ?? "" }, contents: events.map(text),
      tallies: tallies,
      isPoisoned: tallies.contains { $0.counts.keys.contains { $0.isPoison } })
  }

  private static func text(_ event: [String: Any]) -> String {
    let data = try? JSONSerialization.data(withJSONObject: event, options: .sortedKeys)
    return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private static func tally(_ event: [String: Any]) -> ContentTally {
    var tally = ContentTally()
    let content = event["experienceContent"] as? [String: Any]
    for asset in content?["assets"] as? [[String: Any]] ?? [] {
      for (name, type) in [("assetViews", InteractionType.view), ("assetClicks", .click)] {
        let number = (asset[name] as? [String: Any])?["value"] as? Double ?? 0
        tally.add(
          ContentTally.Kind(
            url: asset["assetID"] as? String ?? "", location: asset["assetSource"] as? String,
            type: type), Int(number))
      }
      let extras = asset["assetExtras"] as? [String: String]
      let seconds = extras?["dwellSeconds"].flatMap { Double($0) } ?? 0
      tally.add(
        ContentTally.Kind(
          url: asset["assetID"] as? String ?? "", location: asset["assetSource"] as? String,
          type: nil), Int((seconds * 1_000).rounded()))
    }
    return tally
  }
}

extension EdgeStub.State {
  /// Nil for no answer.
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
