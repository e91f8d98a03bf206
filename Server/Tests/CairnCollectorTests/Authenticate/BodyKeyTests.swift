import CairnCollector
import Counterparts
import Foundation
import Testing

@Suite("A key in the body is searched for in its first bytes, before the rest is read")
struct BodyKeyTests {
  private static let filler = String(repeating: "x", count: 17_000)

  private func status(_ body: String, packs: Bool) async throws -> Int {
    try await TestCollector.run {
      $0.writeKeys = ["KEY": "shop"]
    } _: { running in
      let data = packs ? try await Tool.gzip(Data(body.utf8)) : Data(body.utf8)
      let headers = packs ? ["Content-Encoding": "gzip"] : [:]
      return try await running.client.post(data, key: nil, headers: headers).status
    }
  }

  @Test(
    "a key at the beginning of the body is found, and one after a large body is not",
    arguments: [false, true])
  func place(packs: Bool) async throws {
    let events = #""batch":[\#(Batches.track("m", more: #","x":"\#(Self.filler)""#))]"#
    #expect(try await status(#"{"writeKey":"KEY",\#(events)}"#, packs: packs) == 200)
    #expect(
      try await status(
        #" { "sentAt" : "x", "write\u004bey" : "K\u0045Y" , \#(events)}"#, packs: packs) == 200)
    #expect(try await status(#"{\#(events),"writeKey":"KEY"}"#, packs: packs) == 401)
    #expect(
      try await status(#"{"writeKey":"WRONG",\#(events),"writeKey":"KEY"}"#, packs: packs) == 401)
    #expect(try await status(#"{"context":{"writeKey":"KEY"},\#(events)}"#, packs: packs) == 401)
  }

  @Test("a body that names two keys is for neither project")
  func twoKeys() async throws {
    let events = #""batch":[\#(Batches.track("m"))]"#
    let both = #"{"writeKey":"KEY",\#(events),"writeKey":"OTHER"}"#
    #expect(try await status(both, packs: false) == 400)
    #expect(
      try await status(#"{"writeKey":"KEY",\#(events),"writeKey":null}"#, packs: false) == 400)
    // Unicode calls the Kelvin sign and the letter K equivalent.
    let equivalent = #"{"writeKey":"KEY",\#(events),"writeKey":"\u212AEY"}"#
    #expect(try await status(equivalent, packs: false) == 400)
    let same = #"{"writeKey":"KEY",\#(events),"writeKey":"K\u0045Y"}"#
    #expect(try await status(same, packs: false) == 200)
  }

  @Test("a name that Unicode calls equivalent is not the key's name")
  func equivalentName() async throws {
    // The Kelvin sign is equivalent to the letter K.
    let body = #"{"write\u212Aey":"KEY","batch":[\#(Batches.track("m"))]}"#
    #expect(try await status(body, packs: false) == 401)
  }

  @Test("the body of an unknown sender is read only to its first bytes, and not decompressed")
  func strangers() async throws {
    try await TestCollector.run {
      $0.writeKeys = ["KEY": "shop"]
    } _: { running in
      let connection = try RawConnection(port: running.port)
      let length = 400_000
      let head = [
        "POST /v1/batch HTTP/1.1", "Host: 127.0.0.1", "Content-Length: \(length)",
        "Connection: close", "", "",
      ]
      // No more bytes follow, and the collector responds nevertheless.
      try connection.send(
        head.joined(separator: "\r\n") + String(repeating: " ", count: 20_000))
      let answer = await offThePool { connection.line() }
      #expect(answer.hasPrefix("HTTP/1.1 401"))
      connection.close()
      // 200 MB of zeros in 200 KB.
      let bomb = try await Tool.gzip(Data(repeating: 0, count: 200_000_000))
      let reply = try await running.client.post(
        bomb, key: nil, headers: ["Content-Encoding": "gzip"])
      #expect(reply.status == 401)
    }
  }
}
