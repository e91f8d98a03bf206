import CairnCollector
import Counterparts
import Foundation
import Testing

@Suite("Only authorized clients can read stored events")
struct ReadAccessTests {
  @Test(
    "a foreign Host header, as after DNS rebinding, is answered 403",
    arguments: [
      ("evil.example", "403"), ("127.0.0.1.evil.example", "403"), ("[::1].evil.com", "403"),
      ("[::1]evil.com", "403"), ("localhost.evil.com:80", "403"), ("localhost:80.evil.com", "403"),
      ("127.0.0.1:", "200"), ("localhost:8080", "200"), ("[::1]:80", "200"), ("127.8.9.1", "200"),
      ("[0:0::1]:80", "200"), ("::1", "403"), ("0.0.0.0", "403"), ("127.1", "403"),
    ])
  func foreignHost(host: String, status: String) async throws {
    try await TestCollector.run { running in
      let answer = try await answer(running.port, "GET /v1/events", ["Host: \(host)"])
      #expect(answer == status)
    }
  }

  @Test("two Host headers are answered 400, on every path", arguments: ["/v1/events", "/health"])
  func twoHosts(path: String) async throws {
    try await TestCollector.run { running in
      let hosts = ["Host: 127.0.0.1", "Host: evil.example"]
      let answers = [
        try await answer(running.port, "GET \(path)", hosts),
        try await answer(running.port, "GET \(path)", hosts.reversed()),
      ]
      #expect(answers == ["400", "400"])
    }
  }

  @Test(
    "a request that a proxy on the same machine forwards cannot read without a key",
    arguments: [
      "Forwarded: for=1.2.3.4", "X-Forwarded-For: 1.2.3.4", "X-Forwarded-Host: evil.example",
      "x-forwarded-proto: https", "X-Real-IP: 1.2.3.4", "Via: 1.1 proxy",
    ])
  func proxy(header: String) async throws {
    try await TestCollector.run { running in
      let answer = try await answer(
        running.port, "GET /v1/events", ["Host: 127.0.0.1:8080", header])
      #expect(answer == "403")
    }
  }

  @Test("a page of another site reads and writes nothing without a key")
  func otherSite() async throws {
    try await TestCollector.run { running in
      let host = "Host: 127.0.0.1:\(running.port)"
      for origin in ["https://evil.example", "null", "http://127.0.0.1.evil.example"] {
        let read = try await answer(
          running.port, "GET /v1/events", [host, "Origin: \(origin)"])
        #expect(read == "403", "\(origin)")
        #expect(try await write(running, ["Origin": origin]) == 403, "\(origin)")
      }
      #expect(try await write(running, ["Origin": "http://localhost:3000"]) == 200)
      for type in [
        "text/plain;charset=UTF-8", "application/x-www-form-urlencoded", "Multipart/Form-Data",
      ] {
        #expect(try await write(running, ["Content-Type": type]) == 415, "\(type)")
      }
      #expect(try await write(running, ["Content-Type": "application/json; charset=utf-8"]) == 200)
      let rebound = try await answer(
        running.port, "POST /v1/batch", ["Host: evil.example", "Content-Length: 0"])
      #expect(rebound == "403")
    }
  }

  @Test("with write keys a browser may send: only the key is checked")
  func browserWithKey() async throws {
    try await TestCollector.run {
      $0.writeKeys = ["KEY": "shop"]
    } _: { running in
      let status = try await write(
        running, ["Origin": "https://shop.example", "Content-Type": "text/plain"])
      #expect(status == 200)
    }
  }

  @Test("a collector with write keys requires a read key for reading")
  func writeKeysAlone() async throws {
    try await TestCollector.run {
      $0.writeKeys = ["KEY": "shop"]
    } _: { running in
      let answer = try await running.client.get("/v1/events")
      #expect(answer.status == 403)
    }
  }

  @Test("if there is a read key it is required, whatever the Host is")
  func readKey() async throws {
    try await TestCollector.run {
      $0.readKeys = ["READ": .allProjects]
    } _: { running in
      let without = try await running.client.get("/v1/events")
      #expect(without.status == 401)
      let wrong = ["Authorization": "Bearer WRONG"]
      #expect(try await running.client.get("/v1/events", headers: wrong).status == 401)
      let right = ["Authorization": "Bearer READ", "X-Forwarded-For": "1.2.3.4"]
      #expect(try await running.client.get("/v1/events", headers: right).status == 200)
      let basic = ["Authorization": "Basic UkVBRDo="]
      #expect(try await running.client.get("/v1/events", headers: basic).status == 200)
    }
  }

  @Test("a key of one project reads only that project, also by name, id and page")
  func oneProject() async throws {
    try await TestCollector.run {
      $0.writeKeys = ["SHOP": "shop", "BLOG": "blog"]
      $0.readKeys = ["READ": .project("shop"), "ALL": .allProjects]
    } _: { running in
      _ = try await running.client.post(Batches.tracks(["a", "b"]), key: "SHOP")
      _ = try await running.client.post(Batches.tracks(["a", "c"]), key: "BLOG")
      let read = { (query: String, key: String) in
        try await running.client.get(
          "/v1/events\(query)", headers: ["Authorization": "Bearer \(key)"]
        ).page().events.map { "\($0.project) \($0.messageId)" }
      }
      #expect(try await read("", "READ") == ["shop a", "shop b"])
      #expect(try await read("?id=a", "READ") == ["shop a"])
      #expect(try await read("?id=c", "READ") == [])
      #expect(try await read("?name=Seen&after=1", "READ") == ["shop b"])
      #expect(try await read("", "ALL") == ["shop a", "shop b", "blog a", "blog c"])
      // A write key does not permit reading.
      let answer = try await running.client.get(
        "/v1/events", headers: ["Authorization": "Bearer SHOP"])
      #expect(answer.status == 401)
    }
  }

  @Test("on an address that others reach, nothing is read without a read key")
  func publicAddress() async throws {
    try await TestCollector.run {
      $0.host = "0.0.0.0"
      $0.writeKeys = ["KEY": "shop"]
    } _: { running in
      let answer = try await running.client.get("/v1/events")
      #expect(answer.status == 403)
      #expect(try await running.client.get("/health").status == 200)
    }
  }

  private func write(_ running: TestCollector, _ headers: [String: String]) async throws -> Int {
    let body = Data(Batches.tracks([UUID().uuidString]).utf8)
    return try await running.client.post(body, headers: headers).status
  }

  /// Returns the status of the response to a request that no client library would send.
  private func answer(_ port: Int, _ line: String, _ headers: [String]) async throws -> String {
    let connection = try RawConnection(port: port)
    let head = ["\(line) HTTP/1.1"] + headers + ["Connection: close", "", ""]
    try connection.send(head.joined(separator: "\r\n"))
    let answer = await offThePool { connection.answer() }
    return String(answer.dropFirst("HTTP/1.1 ".count).prefix(3))
  }
}
