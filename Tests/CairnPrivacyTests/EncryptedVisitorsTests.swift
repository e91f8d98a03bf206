#if canImport(CryptoKit) || Crypto
import Cairn
import CairnExperiments
import CairnPrivacy
import Testing

@Suite("The state of visitors, encrypted")
struct EncryptedVisitorsTests {
  static let needles = ["needle.visitor", "needle.segment"]

  private func put(_ store: VisitorStore, _ name: String) {
    store.change(name) { $0.segments["country"] = "needle.segment" }
  }

  private func found(_ folder: Folder) throws -> [String] {
    try Self.needles.flatMap { try folder.files(with: $0) }
  }

  @Test("the state is in no file in plain text, and all of it is there in the next launch")
  func needles() async throws {
    let scene = Scene()
    let first = scene.launch()
    let store = VisitorStore(first.engine)
    for name in ["needle.visitor", "needle.visitor-2"] { put(store, name) }
    try store.sync()
    #expect(try found(scene.folder) == [])
    await first.close()
    let second = scene.launch()
    let next = VisitorStore(second.engine)
    #expect(next.state(of: "needle.visitor").segments == ["country": "needle.segment"])
    #expect(next.state(of: "needle.visitor-2") == store.state(of: "needle.visitor"))
    await second.close()
  }

  @Test("state from before encryption is read, and is plain again when encryption is turned off")
  func switched() async throws {
    let scene = Scene()
    let plain = scene.launch(nil)
    put(VisitorStore(plain.engine), "a")
    await plain.close()
    let encrypted = scene.launch()
    let store = VisitorStore(encrypted.engine)
    #expect(store.state(of: "a").segments == ["country": "needle.segment"])
    put(store, "b")
    await encrypted.close()
    let off = scene.launch(scene.switchedOff)
    let last = VisitorStore(off.engine)
    #expect(last.state(of: "b").segments == ["country": "needle.segment"])
    put(last, "needle.visitor")
    #expect(try !scene.folder.files(with: "needle.visitor").isEmpty)
    await off.close()
  }

  @Test(
    "without the key no plain text is written; earlier state is available again with the key"
  )
  func locked() async throws {
    let scene = Scene()
    let first = scene.launch()
    put(VisitorStore(first.engine), "a")
    await first.close()
    scene.key.set(nil)
    let second = scene.launch()
    let store = VisitorStore(second.engine)
    #expect(store.state(of: "a").segments == [:])
    put(store, "needle.visitor")
    #expect(try found(scene.folder) == [])
    #expect(scene.codes.filter { $0 == "experiments.storage" }.count == 1)
    scene.key.set(7)
    put(store, "b")
    #expect(store.state(of: "a").segments == ["country": "needle.segment"])
    await second.close()
    let third = scene.launch()
    let next = VisitorStore(third.engine)
    for name in ["a", "b", "needle.visitor"] {
      #expect(next.state(of: name).segments == ["country": "needle.segment"])
    }
    await third.close()
  }
}
#endif
