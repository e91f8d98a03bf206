import Testing

@testable import CairnCollector

@Suite("Every store accepts texts as long as an event")
struct StoreLongTextTests {
  // Databases compress texts in their indexes, but not these.
  private static func text(_ length: Int) -> String {
    var state = UInt64(length)
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789éß")
    return String(
      (0..<length).map { _ in
        // Knuth's constants of a linear congruential generator.
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return letters[Int(state >> 33) % letters.count]
      })
  }

  @Test(
    "names and users of any length are stored, found and erased",
    arguments: StoreEngine.installed, [2_600, 8_000, 30_000])
  func texts(engine: StoreEngine, length: Int) async throws {
    let text = Self.text(length)
    try await StoreScene.run(engine) { scene in
      let named =
        #"{"type":"track","event":"\#(text)","messageId":"n","anonymousId":"a","userId":"u"}"#
      _ = try await scene.commit([named])
      _ = try await scene.commit([StoreEvents.event("u", user: text, anonymous: "b")])
      _ = try await scene.commit([StoreEvents.event("a", user: nil, anonymous: text)])
      #expect(scene.store.totals.stored == 3)
      let names = try await scene.store.names("shop", limit: 10).map(\.name)
      #expect(Set(names) == [text, "Seen"])
      var query = EventsQuery()
      query.project = "shop"
      query.subject = .user(text)
      #expect(try await scene.store.page(query).events.count == 1)
      for identity in [ErasureSubject.Identity.user(text), .anonymous(text)] {
        let erasure = try await scene.store.erase(
          ErasureSubject(project: "shop", identity: identity))
        #expect(erasure.events == 1)
      }
      #expect(try await scene.store.names("shop", limit: 10).map(\.name) == [text])
    }
  }
}
