import Cairn
import CairnTesting
import Testing

/// Files that cannot be read at a launch, and can be read shortly afterwards.
@Suite struct UnreadableConsentTests {
  /// Returns a disk on which the first calls for such a file fail.
  func failing(_ scene: ConsentFixture, _ file: String, calls: Int) -> any FileSystem {
    let left = Locked(calls)
    return FaultyFileSystem(scene.storage.files) { call in
      guard call.path.hasSuffix("/" + file) else { return .none }
      let fails = left.withLock { left in
        left -= 1
        return left >= 0
      }
      return fails ? .fail(FileError.inputOutput) : .none
    }
  }

  @Test(
    "events recorded while a denial could not be read are erased as soon as it can be",
    arguments: 1...10)
  func denied(calls: Int) async {
    let scene = ConsentFixture()
    let first = await scene.launch()
    first.track("x")
    first.setConsent(.denied)
    await first.close()
    let files = failing(scene, "consent", calls: calls)
    let second = await scene.launch { $0.seams.files = files }
    #expect(second.consent != .granted)
    // The first decision replaces an unreadable one, and the others are read again.
    second.superProperties.register(["p": .string(ConsentFixture.needle)])
    let wasUnknown = second.consent != .denied
    scene.leave(second, events: 5)
    for _ in 0..<14 {
      scene.clock.advance(bySeconds: 2)
      second.track("Looks")
    }
    await second.flush()
    #expect(second.consent == .denied)
    #expect(scene.files() == [])
    #expect(second.userID == nil)
    second.setConsent(.granted)
    // Properties that are registered while consent is known to be denied wait in memory for a
    // grant.
    if wasUnknown { #expect(second.superProperties.current == [:]) }
    second.track("After")
    await second.flush()
    guard wasUnknown else {
      await second.close()
      return
    }
    #expect(!scene.server.events.contains { $0.text.contains(ConsentFixture.needle) })
    await second.close()
    #expect(scene.files() == [])
  }

  @Test(
    "events recorded while a denial could not be read are not sent when consent is granted then")
  func granted() async {
    let scene = ConsentFixture()
    let first = await scene.launch()
    first.setConsent(.denied)
    await first.close()
    let isBroken = Locked(true)
    let files = FaultyFileSystem(scene.storage.files) { call in
      isBroken.withLock { $0 } && call.path.hasSuffix("/consent")
        ? .fail(FileError.inputOutput) : .none
    }
    let second = await scene.launch { $0.seams.files = files }
    scene.leave(second, events: 5)
    isBroken.withLock { $0 = false }
    second.setConsent(.granted)
    second.track("After")
    while !(await second.flush().isComplete) {}
    let names = scene.server.events.compactMap { $0.fields?["event"] as? String }
    #expect(names == ["After"])
    #expect(second.userID == nil)
    await second.close()
  }
}
