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
    try await StoreFixture.run(engine) { scene in
      let named =
        #"{"type":"track","event":"\#(text)","messageId":"n","anonymousId":"a","userId":"u"}"#
      _ = try await scene.commit([named])
      _ = try await scene.commit([StoreEvents.event("u", user: text, anonymous: "b")])
      _ = try await scene.commit([StoreEvents.event("a", user: nil, anonymous: text)])
      #expect(scene.store.totals.stored == 3)
      let names = try await scene.store.names("shop", limit: 10).map(\.name)
      #expect(Set(names) == [text, "Seen"])
      let exported = try await scene.events { query in
        query.project = "shop"
        query.subject = .user(text)
      }
      #expect(exported.count == 1)
      for identity in [ErasureSubject.Identity.user(text), .anonymous(text)] {
        let erasure = try await scene.store.erase(
          ErasureSubject(project: "shop", identity: identity))
        #expect(erasure.events == 1)
      }
      #expect(try await scene.store.names("shop", limit: 10).map(\.name) == [text])
    }
  }

  @Test("only as many names are read as an answer can have", arguments: StoreEngine.installed)
  func names(engine: StoreEngine) async throws {
    try await StoreFixture.run(engine) { scene in
      let names = (0..<40).map { Self.text(30_000 + $0) }
      for (number, name) in names.enumerated() {
        // The first names are the most frequent ones.
        let repeated = number < 2 ? 3 - number : 1
        _ = try await scene.commit(
          (0..<repeated).map { again in
            #"{"type":"track","event":"\#(name)","messageId":"\#(number).\#(again)","userId":"u"}"#
          })
      }
      let read = try await scene.store.names("shop", limit: 1_000)
      #expect(read.prefix(2).map(\.name) == Array(names.prefix(2)))
      let bytes = read.reduce(0) { $0 + $1.name.utf8.count }
      #expect(bytes <= 1_000_000 && bytes > 900_000)
      #expect(try await scene.store.names("shop", limit: 5).count == 5)
    }
  }
}
