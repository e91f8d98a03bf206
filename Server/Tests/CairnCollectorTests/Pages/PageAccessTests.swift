import Foundation
import Testing

@testable import CairnCollector

@Suite("Pages are shown only with permission to read")
struct PageAccessTests {
  private static let form = "application/x-www-form-urlencoded"

  private func signIn(
    _ running: TestCollector, _ form: String, _ headers: [String: String] = [:]
  ) async throws -> TestAnswer {
    let all = [
      "Content-Type": Self.form, "Origin": "http://127.0.0.1:\(running.port)",
    ].merging(headers) { $1 }
    return try await running.client.send(
      "POST", "/sign-in", headers: all, body: Data(form.utf8))
  }

  private func cookie(_ answer: TestAnswer) -> String {
    String(answer.header("Set-Cookie")?.split(separator: ";").first ?? "")
  }

  @Test("every path has the headers that block foreign content")
  func headers() async throws {
    try await TestCollector.run { running in
      let paths =
        ["/", "/event", "/sign-in", "/style.css", "/live.js", "/icon.svg"]
        + PagePlace.allCases.map(\.path)
        + ["/trends?format=csv", "/status?format=json", "/explorer?zone=Nowhere"]
      for path in paths {
        let answer = try await running.client.get(path)
        #expect(answer.header("Content-Security-Policy") == PageHeaders.policy, "\(path)")
        #expect(answer.header("X-Content-Type-Options") == "nosniff", "\(path)")
        #expect(answer.header("Referrer-Policy") == "same-origin", "\(path)")
        #expect(answer.header("Cache-Control")?.hasPrefix("no-") == true, "\(path)")
        // Neither the policy's exceptions nor inline code are needed.
        let isPage = answer.header("Content-Type")?.hasPrefix("text/html") == true
        #expect(!isPage || !answer.text.contains(" style=") && !answer.text.contains("<style"))
        #expect(!isPage || !answer.text.contains(" on") || !answer.text.contains(" onclick="))
      }
      #expect(try await running.client.get("/").header("Location") == "/live")
    }
  }

  @Test("without keys pages are shown only to this machine, and only under its own origin")
  func keyless() async throws {
    try await TestCollector.run { running in
      #expect(try await running.client.get("/live").status == 200)
      let forwarded = try await running.client.get("/live", headers: ["X-Forwarded-For": "1.2.3.4"])
      #expect(forwarded.status == 403 && forwarded.text.contains("cairnctl key read"))
      let other = ["Origin": "https://evil.example"]
      for path in ["/explorer", "/live/stream", "/trends?format=json"] {
        #expect(try await running.client.get(path, headers: other).status == 403, "\(path)")
      }
    }
    try await TestCollector.run {
      $0.writeKeys = ["KEY": "shop"]
    } _: { running in
      for path in ["/live", "/sign-in"] {
        let answer = try await running.client.get(path)
        #expect(answer.status == 403 && answer.text.contains("read key"), "\(path)")
      }
    }
  }

  @Test("a read key signs in, and leads to the page that was requested")
  func signIn() async throws {
    try await TestCollector.run {
      $0.readKeys = ["READ": .allProjects]
    } _: { running in
      let asked = try await running.client.get("/trends?last=30d&name=a%20b")
      #expect(asked.status == 303)
      let target = "%2Ftrends%3Flast%3D30d%26name%3Da%2520b"
      #expect(asked.header("Location") == "/sign-in?then=\(target)")
      let wrong = try await signIn(running, "key=WRONG&then=\(target)")
      #expect(wrong.status == 401 && wrong.header("Set-Cookie") == nil)
      #expect(wrong.text.contains("This is no read key"))
      let right = try await signIn(running, "key=READ&then=\(target)")
      #expect(right.status == 303 && right.header("Location") == "/trends?last=30d&name=a%20b")
      let attributes = try #require(right.header("Set-Cookie"))
      #expect(attributes.contains("HttpOnly") && attributes.contains("SameSite=Strict"))
      #expect(!attributes.contains("Secure"))
      let proxied = try await signIn(running, "key=READ", ["X-Forwarded-Proto": "https"])
      #expect(proxied.header("Set-Cookie")?.contains("; Secure") == true)
      let session = ["Cookie": "other=1; \(cookie(right))"]
      let page = try await running.client.get("/trends", headers: session)
      #expect(page.status == 200 && page.text.contains("Sign out"))
      // The cookie is for pages: it opens nothing else.
      #expect(try await running.client.get("/v1/events", headers: session).status == 401)
      let key = ["Authorization": "Bearer READ"]
      #expect(try await running.client.get("/explorer?format=csv", headers: key).status == 200)
    }
  }

  @Test("forms of other sites are refused, and nothing leads to another site")
  func otherSites() async throws {
    try await TestCollector.run {
      $0.readKeys = ["READ": .allProjects]
    } _: { running in
      for headers in [
        ["Origin": "https://evil.example"], ["Origin": "null"], ["Sec-Fetch-Site": "cross-site"],
        ["Sec-Fetch-Site": "same-site"],
      ] {
        #expect(try await signIn(running, "key=READ", headers).status == 403, "\(headers)")
      }
      let without = try await running.client.send(
        "POST", "/sign-out", headers: ["Content-Type": Self.form], body: Data())
      #expect(without.status == 403)
      for then in ["https://evil.example", "//evil.example", "/\\evil.example", "/a%0d%0ab"] {
        let answer = try await signIn(running, "key=READ&then=\(then)")
        #expect(answer.header("Location") == "/live", "\(then)")
      }
      let out = try await running.client.send(
        "POST", "/sign-out",
        headers: ["Content-Type": Self.form, "Sec-Fetch-Site": "same-origin"], body: Data())
      #expect(out.status == 303 && out.header("Set-Cookie")?.contains("Max-Age=0") == true)
    }
  }

  @Test("a key of one project sees only that project, on every page")
  func oneProject() async throws {
    try await TestCollector.run {
      $0.writeKeys = ["A": "shop", "B": "secret"]
      $0.readKeys = ["READ": .project("shop")]
    } _: { running in
      _ = try await running.client.post(Batches.tracks(["shop-event"]), key: "A")
      _ = try await running.client.post(Batches.tracks(["secret-event"]), key: "B")
      let session = ["Cookie": cookie(try await signIn(running, "key=READ"))]
      for place in PagePlace.allCases {
        let page = try await running.client.get(place.path + "?last=90d", headers: session)
        #expect(page.status == 200 && !page.text.contains("secret"), "\(place)")
        let other = try await running.client.get(place.path + "?project=secret", headers: session)
        #expect(other.status == 403, "\(place)")
      }
      let event = try await running.client.get("/event?id=secret-event", headers: session)
      #expect(event.status == 404)
      let own = try await running.client.get("/event?id=shop-event", headers: session)
      #expect(own.status == 200)
      let stream = try await running.client.get("/live/stream?project=secret", headers: session)
      #expect(stream.status == 403)
    }
  }

  @Test("a key that is removed from the file ends its sessions")
  func revoked() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = folder.path("keys")
    let write = { @Sendable (text: String) in
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
    try write("read \(Keys.digest("ONE")) *\nread \(Keys.digest("TWO")) *\n")
    try await TestCollector.run {
      $0.keysPath = path
    } _: { running in
      let one = ["Cookie": cookie(try await signIn(running, "key=ONE"))]
      let two = ["Cookie": cookie(try await signIn(running, "key=TWO"))]
      #expect(try await running.client.get("/live", headers: one).status == 200)
      try write("read \(Keys.digest("TWO")) *\n")
      #expect(try await running.client.get("/live", headers: one).status == 303)
      #expect(try await running.client.get("/live/stream", headers: one).status == 401)
      #expect(try await running.client.get("/live", headers: two).status == 200)
    }
  }

  @Test("a query that is too long or not valid is refused before anything is read")
  func bounds() async throws {
    try await TestCollector.run { running in
      let long = String(repeating: "a", count: 9_000)
      #expect(try await running.client.get("/explorer?name=\(long)").status == 414)
      #expect(try await running.client.get("/explorer?name=%FF").status == 400)
      #expect(try await running.client.get("/explorer?after=nonsense").status == 400)
      #expect(try await running.client.get("/trends?format=exe").status == 400)
      #expect(try await running.client.get("/trends?format=csv&table=none").status == 404)
      #expect(try await running.client.send("POST", "/live", body: Data()).status == 405)
      for query in [
        "last=99999999999999999999d", "from=0000-01-01&to=9999-12-31", "from=9999-12-31&unit=hour",
        "to=0000-01-01", "from=2026-11-27&to=2020-01-01", "unit=year&measure=all",
        "zone=Asia%2FTokyo&from=2026-03-01", "step=a&step=b&step=a&window=9h",
        "by=%22%27%3C&name=%27%3BDROP%20TABLE%20events",
      ] {
        for place in PagePlace.allCases {
          let answer = try await running.client.get(place.path + "?project=p&" + query)
          #expect(answer.status == 200, "\(place) \(query)")
        }
      }
    }
    try await TestCollector.run {
      $0.readKeys = ["READ": .allProjects]
    } _: { running in
      let form = "key=READ&then=" + String(repeating: "a", count: 100_000)
      let answer = try await signIn(running, form)
      #expect(answer.status == 413)
    }
  }

  @Test("with pages turned off, events are still stored and read")
  func off() async throws {
    try await TestCollector.run {
      $0.servesPages = false
    } _: { running in
      for path in ["/", "/live", "/live/stream", "/style.css", "/sign-in"] {
        let answer = try await running.client.get(path)
        #expect(answer.status == 404, "\(path)")
      }
      #expect(try await running.client.post(Batches.tracks(["a"])).status == 200)
      #expect(try await running.client.get("/v1/events").status == 200)
    }
  }
}
