import Cairn

/// Outcomes as HTTP responses of a collector, so that they can be stored and read again.
extension Outcome {
  var answer: UploadAnswer {
    switch self {
    case .accepted: .response(HTTPResponse(status: 200))
    case .partial(let refused, let again):
      .response(Self.response(207, refused.keys.sorted().map { "r\($0)" } + again.map { "a\($0)" }))
    case .later(let seconds?, let reason):
      .response(
        HTTPResponse(status: 429, headers: ["Retry-After": "\(seconds)"], body: Array(reason.utf8)))
    case .later(nil, "no response"): .none(reason: "no response")
    case .later(nil, let reason): .response(Self.response(503, [reason]))
    case .split: .response(HTTPResponse(status: 413))
    case .refused(let rejection): .response(Self.response(422, [rejection.reason]))
    case .halted(let reason): .response(Self.response(401, [reason]))
    }
  }

  private static func response(_ status: Int, _ words: [String]) -> HTTPResponse {
    HTTPResponse(status: status, body: Array(words.joined(separator: ",").utf8))
  }

  init(_ response: HTTPResponse) {
    let text = String(decoding: response.body, as: UTF8.self)
    switch response.status {
    case 200: self = .accepted
    case 207:
      let words = text.split(separator: ",")
      func places(_ letter: Character) -> [Int] {
        words.filter { $0.first == letter }.compactMap { Int($0.dropFirst()) }
      }
      self = .partial(
        refused: Dictionary(
          places("r").map { ($0, "poison") }, uniquingKeysWith: { first, _ in first }),
        again: places("a"))
    case 413: self = .split
    case 422: self = .refused(DeliveryRejection(text))
    case 401: self = .halted(reason: text)
    default:
      self = .later(
        afterSeconds: response.headers["retry-after"].flatMap { Int($0) }, reason: text)
    }
  }
}
