/// A failure of a request or its response.
///
/// The demo's proxy has the same ones. None truncates a response inside its head, because
/// FoundationNetworking then ends the process.
enum ServerFault: String, CaseIterable, Sendable {
  case resetOnConnect, resetInRequest, resetBeforeAnswer, resetInAnswer, resetAfterAnswer
  case requestTimeout, tooLarge, tooManySeconds, tooManyDate, serverError, unavailable
  case movedPermanently, found, temporaryRedirect
  case silence, slowRequest, slowAnswer
  case closedBeforeAnswer, truncatedAnswer, notHTTP, html, garbage, otherEvents, halfAgain

  /// The faults after which the SDK knows which events the server has.
  static let gentle: [ServerFault] = [.slowRequest, .slowAnswer, .unavailable, .tooManyDate]

  /// The faults without a requested time, which changes of the clock would extend.
  static let timeless = allCases.filter { $0 != .tooManySeconds && $0 != .tooManyDate }

  /// The end of the connection.
  enum Ending: Sendable { case closed, reset, hanging }

  /// The amount of the response that is sent.
  enum Amount: Sendable { case nothing, half, all, slowly }

  /// Whether the server accepts the events of the request.
  var isStored: Bool {
    switch self {
    case .resetOnConnect, .resetInRequest, .requestTimeout, .tooLarge, .tooManySeconds,
      .tooManyDate, .unavailable, .movedPermanently, .found, .temporaryRedirect, .silence:
      false
    default: true
    }
  }

  var amount: Amount {
    switch self {
    case .resetOnConnect, .resetInRequest, .resetBeforeAnswer, .silence, .closedBeforeAnswer:
      .nothing
    case .resetInAnswer, .truncatedAnswer: .half
    case .slowAnswer: .slowly
    default: .all
    }
  }

  var ending: Ending {
    switch self {
    case .resetOnConnect, .resetInRequest, .resetBeforeAnswer, .resetInAnswer, .resetAfterAnswer:
      .reset
    case .silence: .hanging
    default: .closed
    }
  }

  /// The response in place of the correct one.
  var answer: HTTPAnswer? {
    switch self {
    case .requestTimeout: HTTPAnswer(408)
    case .tooLarge: HTTPAnswer(413)
    case .tooManySeconds: HTTPAnswer(429, headers: "Retry-After: 1\r\n")
    case .tooManyDate: HTTPAnswer(429, headers: "Retry-After: Thu, 01 Jan 1998 00:00:00 GMT\r\n")
    case .serverError: HTTPAnswer(500)
    case .unavailable: HTTPAnswer(503)
    case .movedPermanently: HTTPAnswer(301, headers: Self.elsewhere)
    case .found: HTTPAnswer(302, headers: Self.elsewhere)
    case .temporaryRedirect: HTTPAnswer(307, headers: Self.elsewhere)
    case .notHTTP: HTTPAnswer(raw: "220 mail.example\r\n")
    case .html: HTTPAnswer(200, body: "<!DOCTYPE html><title>Welcome</title>")
    case .garbage: HTTPAnswer(200, body: "{\"results\":[{\"messageId\":\u{1}\u{0}ÿ")
    case .otherEvents: HTTPAnswer(200, body: Self.othersAnswers)
    default: nil
    }
  }

  /// Whether the response contains the result of each event, possibly damaged.
  var hasTrueAnswer: Bool { answer == nil }

  private static let elsewhere = "Location: http://127.0.0.1:1/elsewhere\r\n"
  private static let othersAnswers = """
    {"results":[{"messageId":"00000000-0000-7000-8000-000000000001","result":"refused"},\
    {"messageId":"00000000-0000-7000-8000-000000000002","result":"retry"}]}
    """
}
