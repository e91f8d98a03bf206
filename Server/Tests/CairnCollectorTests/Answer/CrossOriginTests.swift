import Counterparts
import Foundation
import Testing
import ToolTestSupport

@testable import CairnCollector

@Suite("Web pages of other origins use the keys that allow them")
struct CrossOriginTests {
  private static let shop = "https://shop.example"

  @Test("a preflight request of an allowed origin is answered, and no other")
  func preflight() async throws {
    try await Self.run { running in
      let ask = { (path: String, origin: String) in
        try await running.client.send(
          "OPTIONS", path,
          headers: ["Origin": origin, "Access-Control-Request-Method": "POST"])
      }
      for path in ["/v1/batch", "/v1/b", "/v1/settings/SHOP"] {
        let answer = try await ask(path, Self.shop)
        #expect(answer.status == 204)
        #expect(answer.header("Access-Control-Allow-Origin") == Self.shop)
        #expect(answer.header("Access-Control-Allow-Headers")?.contains("Authorization") == true)
        #expect(answer.header("Access-Control-Allow-Credentials") == nil)
        #expect(answer.header("Vary") == "Origin")
      }
      for origin in ["https://evil.example", "null", "https://shop.example.evil.example", "*"] {
        let answer = try await ask("/v1/batch", origin)
        #expect(answer.status == 403)
        #expect(answer.header("Access-Control-Allow-Origin") == nil)
      }
      for path in ["/v1/events", "/v1/users/x", "/health"] {
        let answer = try await ask(path, Self.shop)
        #expect(answer.status == 405)
        #expect(answer.header("Access-Control-Allow-Origin") == nil)
      }
    }
  }

  @Test("a key with origins is for their pages and for clients that are no pages")
  func requests() async throws {
    try await Self.run { running in
      let send = { (key: String, origin: String?) in
        try await running.client.post(
          Data(Batches.tracks([UUID().uuidString]).utf8), key: key,
          headers: origin.map { ["Origin": $0] } ?? [:])
      }
      let allowed = try await send("SHOP", Self.shop)
      #expect(allowed.status == 200)
      #expect(allowed.header("Access-Control-Allow-Origin") == Self.shop)
      #expect(allowed.header("Access-Control-Expose-Headers")?.contains("Retry-After") == true)
      #expect(try await send("SHOP", nil).status == 200)
      // The page can read why its request was refused.
      let unknown = try await send("WRONG", Self.shop)
      #expect(unknown.status == 401)
      #expect(unknown.header("Access-Control-Allow-Origin") == Self.shop)
      for (key, origin) in [
        ("SHOP", "https://blog.example"), ("SHOP", "null"), ("BLOG", Self.shop),
      ] {
        #expect(try await send(key, origin).status == 403)
      }
      let evil = try await send("OPEN", "https://evil.example")
      #expect(evil.status == 200 && evil.header("Access-Control-Allow-Origin") == nil)
      let read = try await running.client.get(
        "/v1/events", headers: ["Origin": Self.shop, "Authorization": "Bearer READ"])
      #expect(read.status == 200 && read.header("Access-Control-Allow-Origin") == nil)
    }
  }

  @Test("a text as sendBeacon sends it is stored, with the key in it")
  func beacon() async throws {
    try await Self.run { running in
      let body = Batches.body([Batches.track("b")], more: #","writeKey":"SHOP""#)
      let answer = try await running.client.post(
        Data(body.utf8), key: nil,
        headers: ["Content-Type": "text/plain;charset=UTF-8", "Origin": Self.shop])
      #expect(try answer.batch().accepted == 1)
    }
  }

  @Test("without keys, pages of this machine may send")
  func keyless() async throws {
    try await TestCollector.run { running in
      for (origin, status) in [("http://localhost:3000", 204), ("https://evil.example", 403)] {
        let answer = try await running.client.send(
          "OPTIONS", "/v1/batch",
          headers: ["Origin": origin, "Access-Control-Request-Method": "POST"])
        #expect(answer.status == status)
      }
    }
  }

  @Test(
    "a browser sends with fetch and sendBeacon from an allowed page, and not from another one",
    .enabled(if: Installed.path(of: "chromium") != nil, "chromium is not installed"))
  func browser() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let script = """
      import functools, http.server, sys, threading
      handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=sys.argv[1])
      server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
      threading.Thread(target=server.serve_forever, daemon=True).start()
      print(server.server_port, flush=True)
      sys.stdin.read()
      """
    let pages = try Tool(["python3", "-c", script, folder.path("")])
    let port = await pages.firstLine()
    try await Self.run(origin: "http://127.0.0.1:\(port)") { running in
      try Data(Self.page(running.port).utf8).write(
        to: URL(fileURLWithPath: folder.path("page.html")))
      // The name is another origin, which the key does not allow.
      for (host, result) in [("127.0.0.1", "200 ok"), ("localhost", "TypeError")] {
        let shown = try await offThread {
          Result {
            try Command.run(
              URL(fileURLWithPath: "/usr/bin/env"),
              [
                "chromium", "--headless", "--no-sandbox", "--disable-gpu",
                "--disable-dev-shm-usage",
                "--user-data-dir=\(folder.path("profile"))", "--virtual-time-budget=10000",
                "--dump-dom", "http://\(host):\(port)/page.html",
              ]
            ).output
          }
        }.get()
        #expect(shown.contains("[\(result)]"), "\(shown)")
      }
      try await eventually("the events are stored") { running.collector.statistics().stored == 2 }
    }
    _ = try await pages.finish()
  }

  /// A page that sends one event with each interface, and shows the answer of the first.
  private static func page(_ port: Int) -> String {
    """
    <body>waiting<script>
    const url = 'http://127.0.0.1:\(port)/v1/batch'
    const body = id => JSON.stringify({batch: [{type: 'page', userId: 'u', messageId: id}],
      writeKey: 'SHOP'})
    fetch(url, {method: 'POST', body: body('fetch'), headers: {'Content-Type': 'application/json',
      'Authorization': 'Basic ' + btoa('SHOP:')}})
      .then(answer => answer.json().then(json => answer.status + ' ' + json.results[0].result))
      .catch(error => error.name)
      .then(text => { navigator.sendBeacon(url, body('beacon')); document.body.textContent = `[${text}]` })
    </script></body>
    """
  }

  private static func run(
    origin: String = shop, _ body: @Sendable (TestCollector) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = folder.path("keys")
    let lines = [
      "write \(Keys.digest("SHOP")) shop origins=\(origin),https://www.shop.example:8443",
      "write \(Keys.digest("BLOG")) blog rate=100 origins=https://blog.example",
      "write \(Keys.digest("OPEN")) open", "read \(Keys.digest("READ")) *",
    ]
    try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: path))
    try await TestCollector.run({ $0.keysPath = path }, body)
  }
}
