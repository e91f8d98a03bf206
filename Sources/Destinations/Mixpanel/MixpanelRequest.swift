import Cairn
import Foundation

/// Sends the requests and handles the responses.
extension MixpanelDestination {
  /// The maximum size of a body that Mixpanel accepts, in bytes.
  private static let maximumBytes = 2_097_152

  /// Sends a part.
  ///
  /// The indices in the outcome are those of the part's records.
  func send(_ part: MixpanelPart, at milliseconds: Int64) async -> Outcome {
    guard url(part.route) != nil else { return .halted(reason: "the address is not valid") }
    guard let request = request(part) else { return .split }
    return outcome(await exchange.send(request, at: milliseconds), of: part)
  }

  /// Returns the outcome for the part's records.
  func outcome(_ answer: HTTPExchange.Answer, of part: MixpanelPart) -> Outcome {
    MixpanelAnswer(answer, to: part.records.count) { exchange.hidingSecrets(in: $0) }.outcome
  }

  /// Returns the request of a part; nil when it is too large or the address is not valid.
  func request(_ part: MixpanelPart) -> HTTPRequest? {
    guard let url = url(part.route) else { return nil }
    var request = HTTPRequest(
      url: url,
      headers: [("Content-Type", "application/json"), ("User-Agent", HTTPExchange.userAgent)],
      body: body(part))
    guard request.body.count < Self.maximumBytes else { return nil }
    if part.route == .events, endpoint == .import {
      request.headers.append(("Authorization", authorization))
      if compresses { request = request.gzipped() }
    }
    return request
  }

  private func url(_ route: MixpanelPart.Route) -> URL? {
    let project = projectID.map { [URLQueryItem(name: "project_id", value: $0)] } ?? []
    let address = URLQueryItem(name: "ip", value: geolocates ? "1" : "0")
    let verbose = [URLQueryItem(name: "verbose", value: "1"), address]
    let (path, query) =
      switch route {
      case .events where endpoint == .import:
        ("import", [URLQueryItem(name: "strict", value: "1")] + project)
      case .events: ("track", verbose)
      case .users: ("engage", verbose)
      case .groups: ("groups", verbose)
      }
    return server?.appending(path: path).appending(queryItems: query)
  }

  /// Returns the body.
  ///
  /// The token is added when the request is sent, so that a corrected token applies to waiting
  /// batches.
  private func body(_ part: MixpanelPart) -> [UInt8] {
    let token = Value.string(token)
    return Value.array(
      part.records.map { record in
        var record = record
        if part.route != .events {
          record["$token"] = token
        } else if endpoint == .track, var properties = record["properties"]?.objectValue {
          properties["token"] = token
          record["properties"] = .object(properties)
        }
        return .object(record)
      }
    ).json
  }
}
