import Hummingbird

/// The refusal of a whole request, and the response that states the reason.
struct Refusal: Error {
  var status: HTTPResponse.Status
  /// The reason for programs, stable across versions; `message` is for people.
  var code: String
  var message: String
  /// More members of the response's `error` object, each with its value as JSON.
  var details: [(key: String, json: String)] = []
  var headers: HTTPFields = [:]

  static func badRequest(_ code: String, _ message: String) -> Refusal {
    Refusal(status: .badRequest, code: code, message: message)
  }

  static func malformed(_ error: JSONSyntaxError, in bytes: [UInt8]) -> Refusal {
    let place = error.place(in: bytes)
    return Refusal(
      status: .badRequest,
      code: "malformedJSON",
      message: "the body is not valid JSON at byte \(error.offset) (line \(place.line), column "
        + "\(place.column)); expected \(error.expected)",
      details: [
        ("offset", "\(error.offset)"), ("line", "\(place.line)"), ("column", "\(place.column)"),
        ("expected", JSONText.encode(error.expected)),
      ])
  }

  // The scheme is not named Basic, although the key is sent with Basic: a browser would ask its
  // user for a password, and URLSession on Linux waits forever for one (Swift 6.3).
  static func unauthorized(_ message: String) -> Refusal {
    Refusal(
      status: .unauthorized, code: "unauthorized", message: message,
      headers: [.wwwAuthenticate: "WriteKey realm=\"cairn\""])
  }

  static func forbidden(_ message: String) -> Refusal {
    Refusal(status: .forbidden, code: "forbidden", message: message)
  }

  /// Returns a 413 that states every limit, so that the sender can reduce its batches to fit.
  static func tooLarge(_ what: String, _ limits: CollectorConfiguration) -> Refusal {
    Refusal(
      status: .contentTooLarge, code: "tooLarge",
      message: "\(what); a body may have \(limits.maxBodyBytes) bytes as received, "
        + "\(limits.maxDecompressedBytes) bytes after decompression, "
        + "and \(limits.maxBatchEvents) events",
      details: [
        ("maxBodyBytes", "\(limits.maxBodyBytes)"),
        ("maxDecompressedBytes", "\(limits.maxDecompressedBytes)"),
        ("maxEventBytes", "\(limits.maxEventBytes)"),
        ("maxBatchEvents", "\(limits.maxBatchEvents)"),
      ])
  }

  static func questionTooLarge(_ reason: String) -> Refusal {
    Refusal(status: .unprocessableContent, code: "questionTooLarge", message: reason)
  }

  static let saturated = Refusal(
    status: .tooManyRequests, code: "saturated",
    message: "too many requests are waiting for a commit; send this one again later",
    headers: [.retryAfter: "1"])

  static let tooManyQuestions = Refusal(
    status: .tooManyRequests, code: "saturated",
    message: "too many questions are being answered; send this request again later",
    headers: [.retryAfter: "1"])

  static let tooManyErasures = Refusal(
    status: .tooManyRequests, code: "saturated",
    message: "too many erasures are in progress; send this request again later",
    headers: [.retryAfter: "1"])

  static let overBudget = Refusal(
    status: .tooManyRequests, code: "overBudget",
    message:
      "the memory for request bodies is used up; send this one again later",
    headers: [.retryAfter: "1"])

  static let responsesOverBudget = Refusal(
    status: .tooManyRequests, code: "overBudget",
    message: "the memory for responses is used up; send this request again later",
    headers: [.retryAfter: "1"])

  static let storeUnavailable = Refusal(
    status: .serviceUnavailable, code: "storeUnavailable",
    message: "the store failed and nothing was stored; send this one again later",
    headers: [.retryAfter: "5"])

  private static let storeUnread = Refusal(
    status: .serviceUnavailable, code: "storeUnavailable",
    message: "the store could not be read; send this request again later",
    headers: [.retryAfter: "5"])

  /// Returns the refusal of a request that reads; its message has the remedy, if there is one.
  static func unread(_ failure: any Error) -> Refusal {
    guard case .restoredDump(let reason)? = failure as? StoreFailure else { return storeUnread }
    var refusal = storeUnread
    refusal.message = reason
    return refusal
  }

  static let storeUncertain = Refusal(
    status: .serviceUnavailable, code: "storeUncertain",
    message: "the store did not confirm the commit; send this one again later: events that are "
      + "stored already are duplicates then",
    headers: [.retryAfter: "5"])

  static let projectMissing = Refusal.badRequest(
    "badQuery", "the query must have a project, because the key is valid for all of them")

  static let erasureIncomplete = Refusal(
    status: .serviceUnavailable, code: "erasureIncomplete",
    message: "the store failed during the erasure; send this request again: it continues",
    headers: [.retryAfter: "5"])

  var response: Response {
    var json = "{\"error\":{\"code\":\(JSONText.encode(code))"
    json += ",\"message\":\(JSONText.encode(message))"
    for detail in details { json += ",\"\(detail.key)\":\(detail.json)" }
    return .json(json + "}}", status: status, headers: headers)
  }
}
