import Cairn
import CairnTesting
import Foundation
import Testing

@Suite struct DeepLinkTests {
  let scene = ContextFixture()

  func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  func link(_ text: String, referrer: String? = nil) throws -> DeepLink {
    DeepLink(
      try url(text), referrer: try referrer.map(url), dropping: DeepLink.secretQueryKeys)
  }

  @Test("the event has the parts of the link")
  func parts() async throws {
    let analytics = scene.start()
    let id = analytics.openURL(
      try url("Shop://Example.com/p/1%202?sku=A%201&sku=B&empty="),
      referrer: try url("https://mail.example/inbox?token=x"))
    let events = await scene.delivered(by: analytics)
    #expect(events.names == ["Session Started", "Deep Link Opened"])
    #expect(events[1].id == id?.description)
    #expect(
      events[1].properties == [
        "url": "Shop://Example.com/p/1%202?sku=A%201&sku=B&empty=", "scheme": "shop",
        "host": "Example.com", "path": "/p/1 2", "query": ["sku": "A 1", "empty": ""],
        "referrer": "https://mail.example/inbox",
      ])
    #expect(events[1].campaign == nil)
    await analytics.close()
  }

  @Test("the campaign of a link is in the context until the session ends, also after a relaunch")
  func campaign() async throws {
    let first = scene.start()
    first.track("Before")
    first.openURL(
      try url(
        "https://shop.example/?UTM_campaign=Spring&utm_source=news&utm_medium=email&utm_term=a"
          + "&utm_content=b&utm_id=7&gclid=g&fbclid=f&utm_other=x"))
    first.track("One")
    await scene.kill(first)
    let second = scene.start()
    second.track("Two")
    scene.clock.advance(bySeconds: 1_800)
    second.track("Three")
    let events = await scene.delivered(by: second)
    let campaign: [String: Value] = [
      "name": "Spring", "source": "news", "medium": "email", "term": "a", "content": "b", "id": "7",
      "gclid": "g", "fbclid": "f",
    ]
    #expect(
      events.map(\.name) == [
        "Session Started", "Before", "Deep Link Opened", "One", "Two", "Session Ended",
        "Session Started", "Three",
      ])
    #expect(
      events.map(\.campaign) == [nil, nil, campaign, campaign, campaign, campaign, nil, nil])
    #expect(Set(events.prefix(6).map(\.session)).count == 1)
    await second.close()
  }

  @Test("a link that opens the app after a long pause belongs to the session that it begins")
  func afterPause() async throws {
    let analytics = scene.start()
    analytics.openURL(try url("shop://x?utm_source=one"))
    scene.clock.advance(bySeconds: 1_800)
    analytics.openURL(try url("shop://x?utm_source=two"))
    analytics.openURL(try url("shop://y"))
    let opened = await scene.delivered(by: analytics).named("Deep Link Opened")
    #expect(opened.map(\.campaign) == [["source": "one"], ["source": "two"], ["source": "two"]])
    #expect(Set(opened.map(\.session)).count == 2)
    await analytics.close()
  }

  @Test("without sessions the campaign of a link lasts as long as the process")
  func noSessions() async throws {
    let analytics = scene.start { $0.sessionTimeout = nil }
    analytics.openURL(try url("shop://x?utm_source=one"))
    scene.clock.advance(bySeconds: 10_000)
    analytics.track("One")
    #expect(
      await scene.delivered(by: analytics).map(\.campaign) == [
        ["source": "one"], ["source": "one"],
      ])
    await analytics.close()
  }

  @Test(
    "secrets are not recorded",
    arguments: [
      "https://ann:pass1word@shop.example/?a=1",
      "https://shop.example/?a=1&token=pass1word",
      "https://shop.example/?Access_Token=pass1word&a=1",
      "https://shop.example/?a=1&t%6Fken=pass1word",
      "https://shop.example/?a=1#access_token=pass1word",
      "https://shop.example/?next=https%3A%2F%2Fx.example%2F%3Ftoken%3Dpass1word&a=1",
      "https://shop.example/?next=https%3A%2F%2Fann:pass1word@x.example&a=1",
      "shop:reset?code=pass1word&a=1",
    ])
  func secrets(text: String) throws {
    let link = try link(text, referrer: text)
    let said = "\(link.url) \(link.referrer ?? "") \(link.properties) \(link.campaign)"
    #expect(!said.contains("pass1word"))
    #expect(link.properties["query"]?.members["a"] == "1")
  }

  @Test("the names of secret parameters can be configured")
  func named() async throws {
    let analytics = scene.start { $0.secretQueryKeys = ["Sku"] }
    analytics.openURL(try url("shop://x?sku=1&token=2"))
    #expect(
      await scene.delivered(by: analytics).last?.properties["url"] == "shop://x?token=2")
    await analytics.close()
  }

  @Test(
    "a link of any form is accepted, and its address is limited",
    arguments: [
      "x", "//", "?", "#", "%", "mailto:ann@example.com", "data:,a?b", "shop://",
      "shop:///?=&&=%zz",
      "http://[::1", "http://example.com:99999999/", "file:///etc/passwd", "http://ex ample/ä?ü=ö",
      "shop://?" + String(repeating: "a=b&", count: 10_000),
      "shop://" + String(repeating: "x", count: 100_000), "\u{0}",
      "shop://x?utm_source=\u{1F680}%FF",
    ])
  func strange(text: String) {
    guard let url = URL(string: text) else { return }
    let link = DeepLink(url, referrer: url, dropping: [])
    #expect(link.url.count <= 2_048)
    #expect((link.properties["query"]?.members.count ?? 0) <= 64)
  }
}
