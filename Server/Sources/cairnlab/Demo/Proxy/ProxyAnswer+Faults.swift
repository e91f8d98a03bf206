import Foundation
import NIOCore
import NIOHTTP1

extension ProxyAnswer {
  /// The target of redirects: the proxy itself, which counts the clients that follow.
  static let elsewhere = "/elsewhere"

  /// Creates the response in place of the collector's; nil when the fault does not replace it.
  init?(_ fault: Fault, port: Int) {
    guard let status = fault.status else { return nil }
    self.status = status
    switch fault {
    case .tooManySeconds: headers.add(name: "Retry-After", value: "1")
    case .tooManyDate: headers.add(name: "Retry-After", value: Self.soon())
    case .movedPermanently, .found, .temporaryRedirect:
      headers.add(name: "Location", value: "http://127.0.0.1:\(port)\(Self.elsewhere)")
    default: break
    }
  }

  /// Returns the collector's response, falsified.
  ///
  /// Only a response that the batch is stored is falsified, and it remains a success: a client may
  /// treat every 2xx as accepted.
  func spoilt(by fault: Fault) -> ProxyAnswer {
    guard isSuccess else { return self }
    switch fault {
    case .notHTTP:
      return ProxyAnswer(
        status: 200, body: ByteBuffer(string: "220 mail.example\r\n"), isHTTP: false)
    case .html:
      return success(
        "text/html", "<!DOCTYPE html><title>Welcome</title><p>Please accept our terms.")
    case .garbage: return success("application/json", "{\"results\":[{\"messageId\":\u{1}\u{0}ÿ")
    case .otherEvents: return success("application/json", Self.othersAnswers)
    case .halfAgain: return askingForHalfAgain()
    default: return self
    }
  }

  /// Returns a date in whole seconds, half a second to one and a half from now.
  private static func soon() -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    let seconds = (Date().timeIntervalSince1970 + 0.5).rounded(.up)
    return formatter.string(from: Date(timeIntervalSince1970: seconds))
  }

  private func success(_ type: String, _ body: String) -> ProxyAnswer {
    ProxyAnswer(status: 200, headers: ["Content-Type": type], body: ByteBuffer(string: body))
  }

  /// Results for events that nobody sent: a client that uses them would lose events, or send others
  /// forever.
  private static let othersAnswers = """
    {"results":[\
    {"messageId":"00000000-0000-7000-8000-000000000001","result":"refused","reason":"not yours"},\
    {"messageId":"00000000-0000-7000-8000-000000000002","result":"retry"}]}
    """

  /// Returns a response that requests the second half of the events again, although it is stored.
  private func askingForHalfAgain() -> ProxyAnswer {
    let object = try? JSONSerialization.jsonObject(with: Data(body.readableBytesView))
    guard var answer = object as? [String: Any],
      var results = answer["results"] as? [[String: Any]]
    else { return self }
    for place in results.indices.dropFirst(results.count / 2) { results[place]["result"] = "retry" }
    answer["results"] = results
    guard let json = try? JSONSerialization.data(withJSONObject: answer) else { return self }
    return success("application/json", String(decoding: json, as: UTF8.self))
  }
}
