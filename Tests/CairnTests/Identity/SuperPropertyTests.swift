import Cairn
import CairnTesting
import Foundation
import Testing

@Suite struct SuperPropertyTests {
  let scene = ContextFixture()

  func start(_ change: (inout Configuration) -> Void = { _ in }) -> Analytics {
    scene.start {
      $0.sessionTimeout = nil
      change(&$0)
    }
  }

  @Test(
    "super properties are on track and screen events; the event's own properties take precedence")
  func merged() async {
    let analytics = start()
    analytics.superProperties.register(["plan": "pro", "theme": "dark"])
    analytics.track("One")
    analytics.screen("Two", ["theme": "light", "n": 1])
    analytics.track("Three", ["plan": nil, "theme": "light"])
    analytics.identify("ann", traits: ["age": 3])
    let events = await scene.delivered(by: analytics)
    #expect(
      events.map(\.properties) == [
        ["plan": "pro", "theme": "dark"], ["plan": "pro", "theme": "light", "n": 1],
        ["plan": .null, "theme": "light"], [:],
      ])
    let traits = scene.server.events[3].fields?["traits"] as? [String: Int]
    #expect(traits == ["age": 3])
    await analytics.close()
  }

  @Test("super properties can be changed and removed, and another user has none")
  func changed() async {
    let analytics = start()
    let properties = analytics.superProperties
    properties.register(["plan": "free", "a": [1, 2.5, true, ["b": nil]], "quoted \"ä\"": "x\n"])
    properties.register(["plan": "pro"])
    properties.unregister("nothing")
    #expect(
      properties.current == [
        "plan": "pro", "a": [1, 2.5, true, ["b": nil]], "quoted \"ä\"": "x\n",
      ])
    properties.unregister("a")
    #expect(properties.current == ["plan": "pro", "quoted \"ä\"": "x\n"])
    properties.removeAll()
    #expect(properties.current == [:])
    properties.register(["plan": "pro"])
    analytics.reset()
    analytics.track("One")
    #expect(await scene.delivered(by: analytics).map(\.properties) == [[:]])
    await analytics.close()
  }

  @Test(
    "super properties are restored after a relaunch, byte for byte, and a reset before it applies")
  func relaunch() async {
    let first = start()
    first.superProperties.register([
      "price": 5.0, "at": .date(Date(timeIntervalSince1970: 0)), "quoted \"ä\"": "\u{1}",
    ])
    first.track("One")
    await scene.kill(first)
    let second = start()
    second.track("One")
    let jsons = {
      scene.server.events.map { $0.text.components(separatedBy: "\"properties\":")[1] }
    }
    _ = await scene.delivered(by: second)
    #expect(jsons().count == 2)
    #expect(Set(scene.events().map(\.properties)).count == 1)
    #expect(jsons().allSatisfy { $0.contains("\"price\":5.0") })
    second.reset()
    await scene.kill(second)
    let third = start()
    #expect(third.superProperties.current == [:])
    await third.close()
  }

  @Test("super properties survive a kill as soon as register has returned")
  func killed() async {
    let images = Locked<[InMemoryFileSystem]>([])
    let files = FaultyFileSystem(scene.storage.files) { call in
      if call.name == "write" {
        let image = InMemoryFileSystem(copying: scene.storage.memory)
        images.withLock { $0.append(image) }
      }
      return .none
    }
    let analytics = scene.start(on: files) { $0.sessionTimeout = nil }
    analytics.superProperties.register(["plan": "free"])
    let before = images.withLock { $0.count }
    analytics.superProperties.register(["plan": "pro"])
    let behind = InMemoryFileSystem(copying: scene.storage.memory)
    let during = images.withLock { $0.dropFirst(before) }
    #expect(during.count == 1)
    for (image, plan) in during.map({ ($0, "free") }) + [(behind, "pro")] {
      let relaunched = scene.killed(leaving: image).start()
      #expect(relaunched.superProperties.current == ["plan": .string(plan)])
      await relaunched.close(flushingForSeconds: 0)
    }
    await analytics.close()
  }

  @Test("properties that exceed the space are refused completely, which is logged")
  func tooLarge() async {
    let analytics = start { $0.maximumEventBytes = 2_048 }
    analytics.superProperties.register(["plan": "pro"])
    analytics.superProperties.register(["x": .string(String(repeating: "x", count: 1_100)), "y": 1])
    #expect(analytics.superProperties.current == ["plan": "pro"])
    #expect(scene.said.withLock { $0 } == ["superProperties.tooLarge"])
    await analytics.close()
  }

  @Test(
    "properties registered while the file cannot be read are merged with its contents when it can")
  func lateFile() async {
    let first = start()
    first.superProperties.register(["a": 1, "b": 1])
    await scene.kill(first)
    let isLocked = Locked(true)
    let files = FaultyFileSystem(scene.storage.files) { call in
      isLocked.withLock { $0 } && call.path.hasSuffix("/super")
        ? .fail(FileError.inputOutput) : .none
    }
    let second = scene.start(on: files) { $0.sessionTimeout = nil }
    second.superProperties.register(["b": 2])
    #expect(second.superProperties.current == ["b": 2])
    isLocked.withLock { $0 = false }
    second.superProperties.register(["c": 3])
    #expect(second.superProperties.current == ["a": 1, "b": 2, "c": 3])
    #expect(scene.said.withLock { $0 } == ["superProperties.storage"])
    await second.close()
  }

  @Test("without registered properties there is no file")
  func noFile() async throws {
    let analytics = start()
    analytics.reset()
    analytics.superProperties.unregister("plan")
    let files = { try scene.storage.files.list(ContextFixture.folder) }
    #expect(try !files().contains("super"))
    scene.storage.isFull = true
    analytics.superProperties.register(["plan": "free"])
    analytics.superProperties.register(["plan": "trial"])
    #expect(scene.said.withLock { $0 } == ["superProperties.storage"])
    scene.storage.isFull = false
    analytics.superProperties.register(["plan": "pro"])
    #expect(try files().contains("super"))
    await analytics.close()
  }

  @Test("a test sees super properties in its recorded events")
  func witnessed() {
    let testing = TestAnalytics()
    testing.analytics.superProperties.register(["plan": "pro"])
    testing.analytics.track("One", ["n": 1])
    #expect(testing.events.map(\.properties) == [["plan": "pro", "n": 1]])
  }

  @Test("a value that a rule has transformed is not transformed again at the next launch")
  func transformedOnce() async {
    let rules: [RedactionRule] = [.keys("email", action: .transform { $0 + "!" })]
    let first = start { $0.redaction = rules }
    first.superProperties.register(["email": "ann", "plan": "pro"])
    #expect(first.superProperties.current == ["email": "ann!", "plan": "pro"])
    await first.close()
    for _ in 1...2 {
      let next = start { $0.redaction = rules }
      #expect(next.superProperties.current == ["email": "ann!", "plan": "pro"])
      await next.close()
    }
    let last = start { $0.redaction = [.keys("email", action: .remove)] }
    #expect(last.superProperties.current == ["plan": "pro"])
    await last.close()
  }
}
