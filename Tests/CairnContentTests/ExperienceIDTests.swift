import Cairn
import CairnContent
import Testing

@Suite struct ExperienceIDTests {
  struct Vector: Sendable, CustomTestStringConvertible {
    var texts: [String] = []
    var assets: [String] = []
    var ctas: [String] = []
    var id: String
    var testDescription: String { id }
  }

  static let image = "https://img.example.test/hero.jpg"
  static let numbered = ["https://img.example.test/2.png", "https://img.example.test/1.png"]
  static let vectors = [
    Vector(texts: ["Summer sale"], assets: [image], ctas: ["Shop now"], id: "mobile-b014aadff0dc"),
    Vector(texts: ["Shop now"], assets: [image], ctas: ["Summer sale"], id: "mobile-1f6edad31665"),
    Vector(texts: ["b", "a"], assets: numbered, id: "mobile-ac2dad569315"),
    Vector(texts: ["a", "b"], assets: numbered.reversed(), id: "mobile-ac2dad569315"),
    Vector(assets: ["https://img.example.test/only.webp"], id: "mobile-4cbaa49bc29d"),
    Vector(texts: ["only text"], id: "mobile-b0cd2a904466"),
    Vector(id: "mobile-da39a3ee5e6b"),
    Vector(
      texts: ["Été à Lisbonne"], assets: ["https://img.example.test/é.png"], ctas: ["Réserver"],
      id: "mobile-a549e0ec8fe6"),
    Vector(
      texts: ["限时优惠"], assets: ["https://img.example.test/cn.png"], ctas: ["购买"],
      id: "mobile-a139b03b485c"),
    Vector(
      texts: ["🔥 deal"], assets: ["https://img.example.test/fire.gif"], ctas: ["Go"],
      id: "mobile-4bc814663113"),
    Vector(texts: ["a|b"], id: "mobile-9abe6de24a87"),
    Vector(texts: ["a", "b"], id: "mobile-9abe6de24a87"),
    Vector(texts: ["Z", "a", "A", "z", "10", "9"], id: "mobile-6f7e7d06f05d"),
    Vector(texts: ["x"], id: "mobile-11f6ad8ec52a"),
    Vector(assets: ["x"], id: "mobile-11f6ad8ec52a"),
    Vector(ctas: ["x"], id: "mobile-11f6ad8ec52a"),
    Vector(texts: ["t", "t"], id: "mobile-12c642ccb699"),
    Vector(texts: ["t"], id: "mobile-8efd86fb78a5"),
  ]

  func items(_ values: [String]) -> [ContentItem] { values.map { ContentItem($0) } }

  @Test("the identifier of an experience equals the reference value", arguments: vectors)
  func vector(vector: Vector) {
    let id = ExperienceID(
      assets: items(vector.assets), texts: items(vector.texts), ctas: items(vector.ctas))
    #expect(id.rawValue == vector.id)
  }

  @Test("styles take no part in the identifier")
  func styles() {
    let plain = ExperienceID(assets: [], texts: ["only text"])
    let styled = ExperienceID(
      assets: [], texts: [ContentItem("only text", styles: ["role": "headline"])])
    #expect(plain == styled)
  }

  @Test("letters in one piece and in two are sorted by their bytes, and are not the same")
  func composition() {
    for texts in [["\u{E9}", "f"], ["f", "\u{E9}"]] {
      #expect(ExperienceID(assets: [], texts: items(texts)) == "mobile-267c07d285f3")
    }
    for texts in [["e\u{301}", "f"], ["f", "e\u{301}"]] {
      #expect(ExperienceID(assets: [], texts: items(texts)) == "mobile-28b61d74980f")
    }
  }

  @Test(
    "SHA-1 is that of FIPS 180-4",
    arguments: [
      ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
      ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
      ),
      (String(repeating: "a", count: 1_000), "291e9a6c66994949b57ba5e650361e98fc36b1ba"),
    ])
  func hash(text: String, digest: String) {
    let found = SHA1.hash(Array(text.utf8)).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    #expect(found.joined() == digest)
  }
}
