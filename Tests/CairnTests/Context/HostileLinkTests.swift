import Cairn
import CairnTesting
import Foundation
import Testing

/// Links with a secret at every syntactic position, and hostile links.
@Suite struct HostileLinkTests {
  static let marker = "needle9d41"

  /// The links, each with a secret.
  static let links: [String] = {
    let long = String(repeating: "a", count: 2_100)
    func encoded(_ text: String) -> String {
      text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
    let inner = [
      "https://x.com/?token=\(marker)", "/callback?token=\(marker)", "callback?token=\(marker)",
      "//x.com/?token=\(marker)", "myapp:cb?token=\(marker)",
      "https://x.com/#access_token=\(marker)",
      "https://u:\(marker)@x.com/", "https://x y.com/?token=\(marker)", "{\"token\":\"\(marker)\"}",
      "{\"a\":{\"api-key\": \"\(marker)\"}}", "token=\(marker)", "token:\(marker)",
      "a=1;token=\(marker)",
      "intent://x#Intent;S.token=\(marker);end", "https:\\\\x.com\\?token=\(marker)",
      "https://x.com/?token=\(marker)&pad=\(long)", "?token=\(marker)", "#token=\(marker)",
      "https://x.com/a;token=\(marker)", "<token>\(marker)</token>", "user[token]=\(marker)",
      "https://x.com/?next=\(encoded("https://y.com/?token=\(marker)"))",
    ]
    let names = [
      "token", "TOKEN", "%20token", "token%20", "to%6ben", "user%5Btoken%5D", "user[token]",
      "token[]",
      "access-token", "accessToken", "access_token", "id-token", "x.token", "user.password",
      "Access%20Token",
      "to%256ben", "api-key", "apiKey", "%09token", "token%00", "my_access_token",
    ]
    return names.map { "https://ex.com/?\($0)=\(marker)&a=1" }
      + inner.map { "https://ex.com/?next=\(encoded($0))&a=1" }
      + inner.map { "https://ex.com/?next=\(encoded(encoded($0)))&a=1" }
      + inner.map { "https://ex.com/?next=\(encoded(encoded(encoded($0))))&a=1" }
      + inner.map { "https://ex.com/?utm_source=\(encoded($0))&a=1" }
      + inner.map { "myapp://open/\(encoded($0))" }
      + [
        "https://u:\(marker)@ex.com/?a=1", "https://\(marker)@ex.com/?a=1",
        "https://ex.com/?u=b://?u=c://?u=d://?u=e://\(marker)@ex.com",
        "https://ex.com/?a=1#\(marker)", "myapp:token=\(marker)",
        "https://ex.com/?a=1;token=\(marker)", "https://ex.com/a;token=\(marker)?a=1",
        "https://ex.com/?a=1&token=\(marker)&token=\(marker)", "myapp:cb?token=\(marker)",
        "https://ex.com/?token=\(marker)#token=\(marker)", "//ex.com/?token=\(marker)",
        "/?token=\(marker)", "?token=\(marker)", "https://ex.com/?next=a%26token=\(marker)",
      ]
  }()

  @Test("no secret of a link is in an event, at any place of the link", arguments: links)
  func secret(text: String) throws {
    guard let url = URL(string: text) else { return }
    let link = DeepLink(url, referrer: url, dropping: DeepLink.secretQueryKeys)
    let said = "\(link.url) \(link.referrer ?? "") \(link.properties) \(link.campaign)"
    #expect(!said.contains(Self.marker), "\(said)")
  }

  @Test("no secret of an opened link is in a delivery, in a file or in the log", arguments: links)
  func opened(text: String) async {
    guard let url = URL(string: text) else { return }
    let scene = ContextFixture()
    let lines = Locked<[String]>([])
    let analytics = scene.start {
      $0.lifecycleEvents = .all
      $0.diagnostics = { line in lines.withLock { $0.append("\(line.code) \(line.message)") } }
    }
    #expect(analytics.openURL(url, referrer: url) != nil)
    analytics.engine?.handle(.foreground)
    analytics.track("Seen")
    let disk = ConsentFixture(TestStorage(scene.storage.memory))
    #expect(disk.files(holding: "Deep Link Opened") != [])
    #expect(disk.files(holding: Self.marker) == [])
    // A refusal writes a log line too.
    analytics.setTrackingEnabled(false)
    #expect(analytics.openURL(url, referrer: url) == nil)
    await analytics.flush()
    #expect(!scene.server.batches.isEmpty)
    for batch in scene.server.batches {
      #expect(!String(decoding: batch.body, as: UTF8.self).contains(Self.marker))
    }
    #expect(disk.files(holding: Self.marker) == [])
    #expect(!lines.withLock { $0 }.contains { $0.contains(Self.marker) })
    #expect(!lines.withLock { $0 }.isEmpty)
    await analytics.close()
  }

  @Test("the end of a link that is too long is neither recorded nor parsed")
  func long() throws {
    let text = "shop://x?utm_source=one&a=\(String(repeating: "v", count: 32_768))&utm_medium=two"
    let link = DeepLink(try #require(URL(string: text)), referrer: nil, dropping: [])
    #expect(link.campaign == ["source": "one"])
  }

  @Test(
    "values that are not secret are kept",
    arguments: [
      "https://ex.com/p/1%202?sku=A%201&empty=&promo_code=SPRING&q=caf%C3%A9",
      "shop://x?next=https%3A%2F%2Fy.com%2Fa%3Fb%3D1&n=5", "https://ex.com/?next=%2Fcart&t=12:30",
      "https://ex.com/?utm_source=a%20b&utm_content=50%25%20off&sort_key=price",
    ])
  func harmless(text: String) throws {
    let url = try #require(URL(string: text))
    let link = DeepLink(url, referrer: nil, dropping: DeepLink.secretQueryKeys)
    let wanted = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    let found = link.properties["query"]?.members ?? [:]
    #expect(Set(found.keys) == Set(wanted.map(\.name)))
    #expect(link.url == text)
  }

  @Test("rules of redaction for keys apply in links, too")
  func redacted() async throws {
    let scene = ContextFixture()
    let analytics = scene.start {
      $0.redaction = [.keys("email", "phone"), .pattern(.email)]
      $0.lifecycleEvents = .all
    }
    analytics.openURL(
      try #require(
        URL(string: "app://invite?email=\(Self.marker)%40example.com&phone=\(Self.marker)&a=1")),
      referrer: URL(string: "https://x.com/?phone=\(Self.marker)"))
    analytics.engine?.handle(.foreground)
    await analytics.flush()
    #expect(scene.server.events.count > 1)
    #expect(!scene.server.events.contains { $0.text.contains(Self.marker) })
    await analytics.close()
  }

  static let campaignNames = [
    "utm_campaign", "utm_source", "utm_medium", "utm_term", "utm_content", "utm_id", "gclid",
    "gbraid",
    "wbraid", "dclid", "fbclid", "msclkid", "ttclid", "twclid", "li_fat_id", "epik", "sccid",
  ]

  /// Letters that count as one character or as one byte.
  static let bombs = [
    "e" + String(repeating: "\u{301}", count: 20_000), "x", "\u{1}", "\"", "\u{1F680}",
  ]

  @Test(
    "a campaign of any letters is limited, and the session and later events are kept",
    arguments: bombs)
  func campaign(mark: String) async throws {
    let scene = ContextFixture()
    let first = scene.start()
    first.track("Before")
    var parts = try #require(URLComponents(string: "myapp://open"))
    let value = mark.utf8.count > 100 ? mark : String(repeating: mark, count: 5_000)
    parts.queryItems = Self.campaignNames.map {
      URLQueryItem(name: $0, value: value)
    }
    first.openURL(try #require(parts.url))
    let preamble = first.engine?.journal.preamble.count ?? 0
    #expect(preamble < 16_384)
    first.track("After")
    let session = first.sessionID
    await scene.kill(first)
    let second = scene.start()
    second.track("Later")
    #expect(second.sessionID == session)
    #expect(second.ledger().refused == [:])
    #expect(!scene.said.withLock { $0 }.contains("session.storage"))
    await second.close()
  }

  @Test("no value of a campaign is longer than 200 bytes, from any source", arguments: bombs)
  func values(mark: String) {
    let long = String(repeating: mark, count: mark.utf8.count > 100 ? 1 : 5_000)
    for values in [Campaign.values(of: ["utm_source": long]), Campaign.bounded(["source": long])] {
      #expect(values.values.allSatisfy { $0.utf8.count <= 200 })
    }
  }

  @Test("a link of many long items is recorded, and costs less than reading a mebibyte of JSON")
  func many() async throws {
    let scene = ContextFixture()
    let analytics = scene.start()
    let nested = String(repeating: "b://?u=", count: 290) + "x"
    let links = [
      "myapp://open?"
        + (0..<64).map { "k\($0)=\(String(repeating: "v", count: 2_000))" }.joined(separator: "&"),
      "myapp://open?" + (0..<64).map { "k\($0)=\(nested)" }.joined(separator: "&"),
      "myapp://open?u=" + nested, "myapp://open?" + String(repeating: "a=b&", count: 50_000),
      "myapp://" + String(repeating: "%25", count: 50_000),
      "myapp://open?u=" + String(repeating: "%2525", count: 400),
    ]
    let mebibyte = Array("[0\(String(repeating: ",0", count: 1 << 19))]".utf8)
    let reading = Cost.seconds { _ = Value(json: mebibyte) }
    for text in links {
      let url = try #require(URL(string: text))
      let isBounded = Cost.isBounded {
        let cost = Cost.seconds { #expect(analytics.openURL(url) != nil) }
        return cost < reading
      }
      #expect(isBounded)
    }
    await analytics.close()
  }

  @Test("an event that is not stored changes no campaign")
  func refused() async throws {
    let scene = ContextFixture()
    let analytics = scene.start()
    analytics.openURL(try #require(URL(string: "shop://x?utm_source=one")))
    let long = String(repeating: "v", count: 40_000)
    analytics.engine?.recorder.record(.track, "x", ["p": .string(long)])
    let before = analytics.engine?.journal.preamble
    let link = DeepLink(
      try #require(URL(string: "shop://x?utm_source=two")), referrer: nil, dropping: [])
    await analytics.close()
    #expect(!(analytics.engine?.recorder.record(link).receipt.isRecorded ?? true))
    #expect(analytics.engine?.journal.preamble == before)
  }
}
