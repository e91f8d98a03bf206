import Cairn
import Foundation
import NIOCore

/// The data that attackers send.
enum AttackBodies {
  /// Returns the same compressed body for each request.
  static func repeated(_ body: String, key: String?) -> Attack.Tactic {
    let request = LoadRequest(batch: packed(body), key: key, isGzip: true)
    return .requests { _ in request }
  }

  static var largeDefaults: String {
    let members = (0..<100_000).map { "\"k\($0)\":0" }.joined(separator: ",")
    let events = (0..<500).map(event).joined(separator: ",")
    return "{\"batch\":[\(events)],\"context\":{\(members)}}"
  }

  static var manyMembers: String {
    let members = (0..<2_000).map { "\"k\($0)\":0" }.joined(separator: ",")
    let events = (0..<100).map { _ in "{\(members)}" }.joined(separator: ",")
    return "{\"batch\":[\(events)]}"
  }

  /// A body of the maximum size, whose compressed size is a thousandth of it.
  static var spaces: String {
    "{" + String(repeating: " ", count: 3_900_000) + "\"batch\":[]}"
  }

  /// Returns new events for each request, with the maximum number of events and the largest
  /// context.
  static func storage(key: String) -> Attack.Tactic {
    let context = "{\"a\":\"\(String(repeating: "x", count: 32_000))\"}"
    let batches = NumberedBatches(
      size: 2_500, repeatedShare: 0, context: context,
      event: "\"type\":\"track\",\"event\":\"a\",\"userId\":\"u\"")
    return .requests { LoadRequest(batch: batches.body($0), key: key) }
  }

  static func ordinary(key: String) -> Attack.Tactic {
    let batches = NumberedBatches(size: 100, repeatedShare: 0)
    return .requests { LoadRequest(batch: batches.body($0), key: key) }
  }

  /// Returns a head and three quarters of its body.
  static func unfinished(key: String) -> ByteBuffer {
    ByteBuffer(
      string: "POST /v1/batch HTTP/1.1\r\nHost: x\r\nContent-Length: 400000\r\nAuthorization: "
        + LoadRequest.authorization(key) + "\r\n\r\n{\"batch\":["
        + String(repeating: " ", count: 300_000))
  }

  /// Requests for the longest pages, eight at once.
  static var pages: ByteBuffer {
    let request = """
      GET /v1/events?limit=1000 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer reader\r\n\r\n
      """
    return ByteBuffer(string: String(repeating: request, count: 8))
  }

  private static func event(_ number: Int) -> String {
    "{\"type\":\"track\",\"event\":\"a\",\"userId\":\"u\",\"messageId\":\"m\(number)\"}"
  }

  private static func packed(_ body: String) -> ByteBuffer {
    guard let url = URL(string: "http://127.0.0.1") else { return ByteBuffer() }
    let request = HTTPRequest(url: url, headers: [], body: Array(body.utf8))
    return ByteBuffer(bytes: request.gzipped().body)
  }
}
