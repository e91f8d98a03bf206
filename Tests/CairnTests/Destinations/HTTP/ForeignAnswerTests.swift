import CairnTesting
import Foundation
import Testing

@testable import Cairn

/// Responses with a success status that do not come from the server.
@Suite struct ForeignAnswerTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var type: String?
    var status = 200

    var bytes: [UInt8]
    var encoding: String?

    init(_ name: String, _ type: String?, _ body: String, status: Int = 200) {
      self.init(name, type, Array(body.utf8))
      self.status = status
    }

    init(_ name: String, _ type: String?, _ bytes: [UInt8], encoding: String? = nil) {
      (testDescription, self.type, self.bytes, self.encoding) = (name, type, bytes, encoding)
    }

    var response: HTTPResponse {
      var headers: [String: String] = [:]
      headers["Content-Type"] = type
      headers["Content-Encoding"] = encoding
      return HTTPResponse(status: status, headers: headers, body: bytes)
    }
  }

  static let portal = "<!DOCTYPE html>\n<html><body>Sign in to this hotel</body></html>"

  static let foreignAnswers = [
    Case("a hotel's page", "text/html; charset=utf-8", portal),
    Case("a page whose type is written otherwise", "Text/HTML", portal),
    Case("a page after blanks", "text/html", "\r\n\t " + portal),
    Case("a page after a mark", "text/html", "\u{FEFF}" + portal),
    Case("a page in parts", "text/html", "<h1>Sign in</h1>"),
    Case("a page without a type", nil, portal),
    Case("a page of another type", "text/plain", "<HTML><body>"),
    Case("a page that says it is JSON", "application/json", portal),
    Case("a page that begins with words", "text/html", "Please <a href='/login'>sign in</a>"),
    Case("a page that begins with words, without a type", nil, "Welcome!\n<html><body>Sign in"),
    Case("a page that begins with a comment, without a type", nil, "<!-- hotel --><p>Sign in"),
    Case("a part of a page, without a type", nil, "<h1>Sign in</h1>"),
    Case("a script, without a type", nil, "<script>location='/login'</script>"),
    Case("a forwarding element", "text/plain", "<META http-equiv=refresh content='0;url=/login'>"),
    Case("a page as bytes", "application/octet-stream", "  <HTML>"),
    Case("UTF-16, least byte first", "text/html; charset=utf-16", utf16(portal, bigEndian: false)),
    Case("UTF-16, greatest byte first", nil, utf16(portal, bigEndian: true)),
    Case("UTF-16 without a mark", "text/plain", Array(utf16(portal, bigEndian: true).dropFirst(2))),
    Case("a compressed page", "text/html", brotli, encoding: "br"),
    Case("a compressed page without a type", nil, brotli, encoding: "br"),
    Case("a page after many blanks", "text/html", String(repeating: "\r\n", count: 4_000) + portal),
    Case("XHTML as XML", "application/xml", "<?xml version='1.0'?>\n<!DOCTYPE html><html/>"),
    Case("WML", "text/vnd.wap.wml", "<?xml version='1.0'?><wml><card/></wml>"),
    Case("a form", nil, "<form action='/login'><input name=room></form>"),
    Case("a heading", "text/plain", "<h2>Welcome to the hotel</h2>"),
    Case("a type in quotes", "\"text/html\"", portal),
    Case("two types", "text/html, text/plain", "<div>Sign in</div>"),
    Case("a page after a comment", "text/html", "<!-- hotel -->" + portal),
    Case("a captive portal's own type", "application/captive+json", #"{"captive":true}"#),
    Case("a document with one word", "text/html", "<html><body><h1>ok</h1></body></html>"),
    Case("an element that no list has", "text/html", "<section>Sign in to this hotel</section>"),
    Case("a page that is cut off in its first element", nil, "<html"),
    Case("a comment that is cut off", "text/html", "<!-- " + String(repeating: "-", count: 4_000)),
    Case("a page in Latin 1", "text/html", Array("Zur".utf8) + [0xFC] + Array("ck <br>".utf8)),
    Case("XHTML", "application/xhtml+xml", "<?xml version=\"1.0\"?><html/>"),
    Case("201", "text/html", portal, status: 201),
    Case("results that are cut off", "application/json", #"{"results":["#),
    Case("results that are cut off, without a type", nil, #"{"results":[{"messageId":"#),
    Case("a list that is cut off", nil, "[1,"),
    Case("a problem that is cut off", "application/problem+json", #"{"a""#),
    Case("a stream that is cut off", "application/json", "{\"a\":1}\n\0{\"b\""),
    Case("words that say they are JSON", "application/json; charset=utf-8", "Service is starting"),
    Case("brackets without an end", "application/json", String(repeating: "[", count: 100_000)),
  ]

  static let ownAnswers = [
    Case("nothing", nil, ""),
    Case("nothing, as JSON", "application/json", ""),
    Case("nothing, as HTML", "text/html", ""),
    Case("blanks, as JSON", "application/json", "\n"),
    Case("a word, by a framework that calls it HTML", "text/html; charset=utf-8", "ok"),
    Case("a word", "text/plain", "ok"),
    Case("a word without a type", nil, "ok"),
    Case("an object", "application/json", #"{"success":true}"#),
    Case("an object after a mark", "application/json", "\u{FEFF}{}"),
    Case("a number", "application/json", "1"),
    Case("an object without a type", nil, #"{"status":1}"#),
    Case("a stream of answers", "application/json", "{\"a\":1}\n\0{\"b\":2}\n\0"),
    Case("a stream without a type", nil, "{\"a\":1}\n{\"b\":2}"),
    Case("a stream by RFC 7464", "application/json-seq", "\u{1E}{\"a\":1}\n\u{1E}{}\n"),
    Case("an object on two lines", "application/json", "{\"a\":\n1}\n"),
    Case("brackets in a text", "text/plain", "[ok"),
    Case("a picture", "image/gif", "GIF89a"),
    Case("XML", "application/xml", "<ok/>"),
    Case(
      "words in Latin 1", "text/html",
      Array("\u{FC}bernommen".unicodeScalars.map { UInt8($0.value) })),
    Case(
      "a picture that a framework calls HTML", "text/html", Array("GIF89a".utf8) + [0x01, 0x00]),
    Case("JSON before a comment", "text/html", #"{"success":true}<!-- 0.01 s -->"#),
    Case("JSON with a tag before a comment", "text/html", #"{"a":"<br>"}<!-- 0.01 s -->"#),
    Case("a word before a comment", "text/html", "OK<!-- server 1 -->"),
    Case("a word in a paragraph", "text/html", "<p>OK</p>"),
    Case("a comparison of words", "text/html", "received 3 events in <a second"),
    Case("text that quotes a page", "text/plain", "received: <html>"),
    Case("an XML answer", "application/xml", "<?xml version='1.0'?><table><row/></table>"),
    Case("XML without a type", nil, "<ok/>"),
    Case("a word that begins like an element", nil, "<accepted>"),
    Case("JSON that a framework calls HTML", "text/html", #"{"hint":"<b>use v2</b>"}"#),
    Case("JSON that quotes a page", nil, #"{"echo":"<html><body>"}"#),
    Case("JSON as text that quotes a page", "text/plain", #"{"echo":"<html><body>"}"#),
    Case("a comparison", "text/html", "3 < 5"),
    Case("umlauts", "text/html; charset=utf-8", "übernommen"),
    Case("bytes", "application/octet-stream", [0x00, 0x01, 0xFF]),
    Case("bytes of a type of their own", "application/x-protobuf", [0x08, 0x01], encoding: "x"),
  ]

  static func utf16(_ text: String, bigEndian: Bool) -> [UInt8] {
    ("\u{FEFF}" + text).utf16.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return bigEndian ? [high, low] : [low, high]
    }
  }

  // `<html><body>Sign in to this hotel</body></html>`, by brotli 1.2.1 with quality 11.
  static let brotli: [UInt8] = [
    0x1B, 0x2E, 0x00, 0xF8, 0xC5, 0x63, 0x6C, 0x1F, 0x79, 0x9B, 0xC2, 0x02, 0x1B, 0x70, 0xC0, 0x5E,
    0xC0, 0x91,
    0x0D, 0x74, 0x6F, 0xE2, 0x0B, 0x30, 0xF9, 0x18, 0xE8, 0x0D, 0x63, 0x06, 0xC8, 0x3B, 0x59, 0xFF,
    0x30,
  ]

  static func exchange() -> HTTPExchange { HTTPExchange(transport: URLSessionTransport()) }

  @Test("a response that is not the server's is retried later", arguments: foreignAnswers)
  func foreign(answer: Case) {
    guard case .later = Self.exchange().outcome(of: answer.response, at: 0) else {
      Issue.record("taken for an answer")
      return
    }
  }

  @Test("the server's own response is accepted", arguments: ownAnswers)
  func own(answer: Case) {
    #expect(Self.exchange().outcome(of: answer.response, at: 0) == .accepted)
  }

  @Test("the body of an error status changes nothing")
  func refusals() {
    for status in [400, 404, 413, 503] {
      let page = HTTPResponse(
        status: status, headers: ["Content-Type": "text/html"], body: Array(Self.portal.utf8))
      let bare = HTTPResponse(status: status)
      let (said, expected) = (
        Self.exchange().outcome(of: page, at: 0), Self.exchange().outcome(of: bare, at: 0)
      )
      switch (said, expected) {
      case (.refused(let said), .refused(let expected)): #expect(said.reason == expected.reason)
      default: #expect(said == expected)
      }
    }
  }

  @Test("behind a hotel's login page a batch waits, and is accepted when the page is gone")
  func behindPortal() async throws {
    let page =
      "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: \(Self.portal.utf8.count)\r\n"
      + "Connection: close\r\n\r\n" + Self.portal
    let server = try #require(RawServer(.bytes(page), .status(200)))
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
    let destination = HTTPDestination(endpoint: url, writeKey: "key")
    let body = destination.seal([], context: [])
    let batch = Batch(key: UUID(), events: [], body: body, attempt: 0, milliseconds: 0)
    guard case .later = await destination.deliver(batch) else {
      Issue.record("the page was taken for an answer")
      return
    }
    #expect(await destination.deliver(batch) == .accepted)
  }
}
