import HTTPTypes
import Logging

/// The identifier of a request, which is in its log lines and its response.
struct RequestID: Sendable, Equatable {
  static let header = HTTPField.Name("X-Request-Id")
  private static let maxBytes = 128

  /// The request of the current task; nil outside of requests.
  @TaskLocal static var current: RequestID?

  let text: String

  /// Takes over the sender's identifier if it consists of letters, digits, `-`, `_` and `.`, and
  /// creates one otherwise.
  init(_ headers: HTTPFields) {
    let sent = Self.header.flatMap { headers[$0] } ?? ""
    text = Self.isValid(sent) ? sent : Self.random()
  }

  /// The identifier as metadata of each line that is logged for the request.
  static let metadata = Logger.MetadataProvider {
    current.map { ["request-id": "\($0.text)"] } ?? [:]
  }

  private static func isValid(_ text: String) -> Bool {
    (1...maxBytes).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "."):
          true
        default: false
        }
      }
  }

  private static func random() -> String {
    let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension Logger {
  /// Returns the logger with the identifier of the request in each line.
  var withRequestID: Logger {
    var logger = self
    let providers = [logger.handler.metadataProvider, RequestID.metadata].compactMap { $0 }
    logger.handler.metadataProvider = .multiplex(providers)
    return logger
  }
}
