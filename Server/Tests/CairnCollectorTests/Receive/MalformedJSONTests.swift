import CairnCollector
import Foundation
import Testing

@Suite("Malformed JSON is answered 400 with the position and the expected token")
struct MalformedJSONTests {
  @Test(
    "the response has the byte, the line and the column",
    arguments: [
      ("", 0, 1, 1, "an object, '{'"),
      ("[]", 0, 1, 1, "an object, '{'"),
      ("{\"batch\":[\n  {\"a\" 1}]}", 18, 2, 8, "':'"),
      ("{\"batch\":[{\"a\":1,}]}", 17, 1, 18, "a key in quotes"),
      ("{\"batch\":[{\"a\":01}]}", 16, 1, 17, "',' or '}'"),
      ("{\"batch\":[{\"a\":tru}]}", 18, 1, 19, "'true'"),
      ("{\"batch\":[1.]}", 12, 1, 13, "a digit"),
      ("{\"batch\":[\"\\x\"]}", 12, 1, 13, "one of \" \\ / b f n r t u"),
      ("{\"batch\":[\"a", 12, 1, 13, "'\"', the end of a string"),
      ("{\"batch\":[]} x", 13, 1, 14, "the end of the body"),
      ("{\"batch\":{}}", 9, 1, 10, "an array, '['"),
      ("{\"events\":[]}", 0, 1, 1, "an object with a key \"batch\""),
    ])
  func places(body: String, offset: Int, line: Int, column: Int, expected: String) async throws {
    try await TestCollector.run { running in
      let answer = try await running.client.post(body)
      let error = try answer.error()
      #expect(answer.status == 400)
      #expect(error.code == "malformedJSON")
      #expect(error.offset == offset)
      #expect(error.line == line)
      #expect(error.column == column)
      #expect(error.expected == expected)
    }
  }

  @Test("invalid UTF-8 refuses the event it is in, and no other")
  func invalidUTF8() async throws {
    try await TestCollector.run { running in
      let start = Data(#"{"batch":[{"messageId":"1","x":""#.utf8)
      let end = Data("\"},\(Batches.track("2"))]}".utf8)
      for bad in [[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80]] as [[UInt8]] {
        let body = start + Data(bad) + end
        let reply = try await running.client.post(body).batch()
        #expect(reply.results.first?.reason?.hasPrefix("event is not UTF-8 at byte") == true)
        #expect(reply.refused == 1)
        #expect(reply.results.count == 2)
      }
      #expect(running.collector.statistics().stored == 1)
    }
  }

  @Test("nesting of any depth breaks nothing; an event of more than 64 levels is refused")
  func nesting() async throws {
    try await TestCollector.run { running in
      let nested = { (id: String, levels: Int) in
        let arrays = String(repeating: "[", count: levels - 1)
        let ends = String(repeating: "]", count: levels - 1)
        return Batches.track(id, more: ",\"x\":\(arrays)\(ends)")
      }
      let reply = try await running.client.post(
        Batches.body([nested("64", 64), nested("65", 65), nested("deep", 200_000)])
      ).batch()
      #expect(reply.results.map(\.result) == ["ok", "refused", "refused"])
      #expect(
        reply.results.map(\.reason) == [
          nil, "event is nested 65 levels deep; at most 64",
          "event is nested 200000 levels deep; at most 64",
        ])
    }
  }
}
