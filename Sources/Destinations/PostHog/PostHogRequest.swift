import Cairn
import Foundation

/// Makes the request: the sealed events, and the fields that are added at each attempt.
extension PostHogDestination {
  func request(_ events: PostHogEvents, _ batch: Batch, to url: URL) -> HTTPRequest {
    var members = [(name: "batch", json: events.json)]
    if version == .v0 || isHistorical {
      members.append(("historical_migration", Value.bool(isHistorical).json))
    }
    var headers = [
      (name: "Content-Type", value: "application/json"),
      (name: "User-Agent", value: HTTPExchange.userAgent),
    ]
    switch version {
    case .v0:
      members.append(("api_key", Value.string(apiKey).json))
      members.append(("sent_at", PostHogMapping.time(batch.milliseconds).json))
    case .v1:
      // The time at which the batch was made, which is part of its key.
      let created = EventID(batch.key).milliseconds
      members.append(("created_at", PostHogMapping.time(created).json))
      headers += self.headers(batch)
    }
    let fields = members.map { Value.string($0.name).json + Array(":".utf8) + $0.json }
    let body = Array("{".utf8) + fields.joined(separator: Array(",".utf8)) + Array("}".utf8)
    return HTTPRequest(url: url, headers: headers, body: body)
  }

  /// Returns the headers.
  ///
  /// The request ID is the same at every attempt; the attempt number and the time are not.
  private func headers(_ batch: Batch) -> [(name: String, value: String)] {
    let time = PostHogMapping.time(batch.milliseconds)
    let now = Value(json: time.json)?.stringValue ?? ""
    return [
      ("Authorization", "Bearer \(apiKey)"),
      ("PostHog-Sdk-Info", HTTPExchange.userAgent),
      ("PostHog-Attempt", String(batch.attempt + 1)),
      ("PostHog-Request-Id", batch.key.uuidString.lowercased()),
      ("PostHog-Request-Timestamp", now),
    ]
  }
}
