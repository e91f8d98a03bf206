import Cairn
import CairnTesting
import Dispatch
import Testing

/// Pauses every disk call of an erasure, while another thread registers a property or sets a group.
@Suite struct PausedErasureTests {
  enum Other: String, CaseIterable {
    case register, group
  }

  /// A number of calls greater than that of an erasure.
  private static let most = 400

  @Test(
    "changes during or after an erasure are kept across a kill, and no earlier data is",
    arguments: Other.allCases)
  func beside(other: Other) async {
    for number in stride(from: 0, to: Self.most, by: Effort.isWhole ? 1 : 3) {
      let scene = ContextFixture()
      scene.server.isOffline = true
      let pause = CallPause(number)
      let analytics = scene.start(on: pause.files(scene.storage.files))
      analytics.superProperties.register(["old": true])
      analytics.group("old", type: "company")
      let wasHeld = await pause.run {
        Self.erase(analytics)
      } beside: {
        switch other {
        case .register: analytics.superProperties.register(["beside": true])
        case .group: analytics.group("beside", type: "company")
        }
      } end: {
      }
      analytics.superProperties.register(["later": true])
      analytics.group("later", type: "team")
      let (properties, groups) = (analytics.superProperties.current, analytics.groups)
      #expect(properties["later"] == true && properties["old"] == nil, "at call \(number)")
      #expect(groups["team"] == "later" && groups["company"] != "old", "at call \(number)")
      let later = scene.killed(leaving: InMemoryFileSystem(copying: scene.storage.memory)).start()
      #expect(later.superProperties.current == properties, "at call \(number)")
      #expect(later.groups == groups, "at call \(number)")
      await later.close(flushingForSeconds: 0)
      await analytics.close(flushingForSeconds: 0)
      if !wasHeld { return }
    }
    Issue.record("an erasure makes more calls than \(Self.most)")
  }

  private static func erase(_ analytics: Analytics) {
    let isDone = DispatchSemaphore(value: 0)
    Task.detached {
      do { try await analytics.erase() } catch { Issue.record(error) }
      isDone.signal()
    }
    isDone.wait()
  }
}
