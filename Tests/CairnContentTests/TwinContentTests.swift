import Cairn
import CairnContent
import CairnTesting
import Foundation
import Testing

/// Two texts that are equal for Swift's `==` but have different code units are counted separately.
@Suite struct TwinContentTests {
  static let twins = ["caf\u{E9}", "cafe\u{301}"]

  @Test("groups with twins as content, location or user are separate")
  func groups() {
    let all = Self.twins.flatMap { twin in
      [
        ContentGroup(.asset(twin)), ContentGroup(.experience(twin)),
        ContentGroup(.asset("a"), location: twin), ContentGroup(.asset("a"), anonymousID: twin),
        ContentGroup(.asset("a"), userID: twin),
      ]
    }
    #expect(Set(all).count == 10)
    let interactions = all.enumerated().map { number, group in
      ContentInteraction(
        event: EventID(high: 1, low: UInt64(number)), milliseconds: 1, type: .view, group: group)
    }
    #expect(Aggregator(interactions).metrics.count == 10)
    #expect(Set(Self.twins.map { ExperienceID($0) }).count == 2)
    #expect(Set(Self.twins.map(ContentSubject.asset)).count == 2)
  }

  @Test("each of two twins has its own experience, in this launch and the next")
  func definitions() throws {
    let files = InMemoryFileSystem()
    try files.makeDirectory("/data")
    func open() -> Definitions {
      Definitions(
        .experiences("/data/experiences", files: files), diagnostics: Diagnostics { _ in })
    }
    let definitions = open()
    for (number, twin) in Self.twins.enumerated() {
      definitions.register(
        ExperienceDefinition(id: twin, assets: [ContentItem("\(number)")], texts: []))
      definitions.see(twin, at: "\(number)")
    }
    for definitions in [definitions, open()] {
      for (number, twin) in Self.twins.enumerated() {
        #expect(definitions.use(twin)?.assetURLs == ["\(number)"])
        #expect(definitions.use(twin)?.lastLocation == "\(number)")
      }
    }
  }

  @Test("the server receives one group for each twin")
  func arrived() async {
    let scene = ContentFixture()
    let content = scene.launch()
    for twin in Self.twins {
      let id = content.registerExperience(assets: [ContentItem(twin)], texts: [])
      content.trackExperienceView(id)
      content.trackAssetView("https://shop/\(twin)")
      content.trackExperienceView(ExperienceID(twin))
    }
    await content.analytics.flush()
    #expect(scene.counted.count == 6)
    #expect(scene.lines.count { $0.contains("content.unknownExperience") } == 2)
    await content.close()
  }
}
