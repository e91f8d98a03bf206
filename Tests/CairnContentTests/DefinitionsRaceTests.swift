import Cairn
import CairnContent
import CairnTesting
import Foundation
import Testing

/// Many threads use definitions; a request of one thread must not affect another.
@Suite struct DefinitionsRaceTests {
  private func definition(_ id: String) -> ExperienceDefinition {
    ExperienceDefinition(id: id, assets: [ContentItem("\(id).jpg")], texts: [])
  }

  @Test("a caller gets its definition, even if another one is used before the call returns")
  func between() throws {
    let memory = InMemoryFileSystem()
    let isFull = Locked(false)
    let mayStore = Locked(false)
    let files = FaultyFileSystem(memory) { call in
      isFull.withLock { $0 } && call.name != "open" ? .fail(28) : .none
    }
    let inner = Locked<Definitions?>(nil)
    let diagnostics = Diagnostics { _ in
      // The reader of the log uses an experience too, as another thread may at this moment.
      let definitions = inner.withLock { definitions in
        defer { definitions = nil }
        return definitions
      }
      _ = definitions?.use("other")
    }
    let definitions = Definitions(
      .experiences("/data/experiences", files: files), diagnostics: diagnostics
    ) { mayStore.withLock { $0 } }
    for id in ["one", "other"] { definitions.register(definition(id)) }
    isFull.withLock { $0 = true }
    mayStore.withLock { $0 = true }
    inner.withLock { $0 = definitions }
    #expect(definitions.use("one") == definition("one"))
    #expect(inner.withLock { $0 == nil })
  }

  @Test("many threads: every registered definition is found, and every view has its assets")
  func threads() async {
    let scene = ContentFixture()
    let content = scene.launch()
    let ids = (0..<4).map { number in
      content.registerExperience(assets: [ContentItem("\(number).jpg")], texts: ["\(number)"])
    }
    let missing = Locked(0)
    DispatchQueue.concurrentPerform(iterations: 4) { number in
      for _ in 0..<500 {
        let definition = content.definitions?.use(ids[number].rawValue)
        if definition?.assetURLs != ["\(number).jpg"] { missing.withLock { $0 += 1 } }
      }
      content.trackExperienceView(ids[number])
    }
    #expect(missing.withLock { $0 } == 0)
    #expect(!scene.lines.contains { $0.contains("unknownExperience") })
    await content.analytics.flush()
    #expect(scene.server.events.count == 4)
    #expect(scene.server.events.allSatisfy { $0.text.contains(".jpg") })
    await content.close()
  }
}
