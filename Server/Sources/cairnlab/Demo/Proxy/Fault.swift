/// A failure of a request or its response between the SDK and the collector.
enum Fault: String, CaseIterable, Hashable, Sendable {
  case resetOnConnect
  case resetInRequest
  case resetBeforeAnswer
  case resetInAnswer
  case resetAfterAnswer

  case requestTimeout
  case tooLarge
  case tooManySeconds
  case tooManyDate
  case serverError
  case unavailable
  case movedPermanently
  case found
  case temporaryRedirect

  case silence
  case slowRequest
  case slowAnswer

  case closedBeforeAnswer
  case truncatedAnswer
  case notHTTP
  case html
  case garbage
  case otherEvents
  case halfAgain

  /// The kind of a fault, for people.
  enum Kind: String, CaseIterable, Sendable {
    case reset = "resets"
    case status = "statuses"
    case slow = "slow or silent"
    case answer = "wrong answers"
  }

  var kind: Kind {
    switch self {
    case .resetOnConnect, .resetInRequest, .resetBeforeAnswer, .resetInAnswer, .resetAfterAnswer:
      .reset
    case .requestTimeout, .tooLarge, .tooManySeconds, .tooManyDate, .serverError, .unavailable,
      .movedPermanently, .found, .temporaryRedirect:
      .status
    case .silence, .slowRequest, .slowAnswer: .slow
    case .closedBeforeAnswer, .truncatedAnswer, .notHTTP, .html, .garbage, .otherEvents,
      .halfAgain:
      .answer
    }
  }

  /// A short name that follows the name of its kind.
  var name: String {
    switch self {
    case .resetOnConnect: "on connect"
    case .resetInRequest: "in the request"
    case .resetBeforeAnswer: "before the answer"
    case .resetInAnswer: "in the answer"
    case .resetAfterAnswer: "after it"
    case .tooManySeconds: "429 with seconds"
    case .tooManyDate: "429 with a date"
    case .requestTimeout, .tooLarge, .serverError, .unavailable, .movedPermanently, .found,
      .temporaryRedirect:
      status.map(String.init) ?? rawValue
    case .silence: "no response"
    case .slowRequest: "slow request"
    case .slowAnswer: "slow answer"
    case .closedBeforeAnswer: "closed"
    case .truncatedAnswer: "cut off"
    case .notHTTP: "not HTTP"
    case .html: "HTML"
    case .garbage: "garbage"
    case .otherEvents: "other events"
    case .halfAgain: "half again"
    }
  }

  /// The status with which the proxy responds in place of the collector.
  var status: Int? {
    switch self {
    case .movedPermanently: 301
    case .found: 302
    case .temporaryRedirect: 307
    case .requestTimeout: 408
    case .tooLarge: 413
    case .tooManySeconds, .tooManyDate: 429
    case .serverError: 500
    case .unavailable: 503
    default: nil
    }
  }
}

/// Decides which requests have a fault.
protocol FaultSource: Sendable {
  /// Returns the fault of the next request; nil when the request must pass.
  func next() -> Fault?
}
