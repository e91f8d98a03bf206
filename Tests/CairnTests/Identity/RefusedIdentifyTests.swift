import Cairn
import CairnTesting
import Testing

/// An identify or alias that is not recorded changes nothing.
@Suite struct RefusedIdentifyTests {
  let scene = ConsentFixture()

  struct NoAddress: EventInspector {
    func inspect(_ event: Event) -> ValidationIssue? {
      event.kind == .identify && event.name.contains("@")
        ? ValidationIssue("an address is no user", refuses: true) : nil
    }
  }

  @Test("an identify that an inspector refuses sets no user, in memory and on the disk")
  func inspected() async {
    let analytics = await scene.launch { $0.inspectors = [NoAddress()] }
    analytics.identify("one")
    #expect(analytics.identify("\(ConsentFixture.needle)@example.com") == nil)
    #expect(analytics.userID == "one")
    #expect(scene.files() == [])
    await analytics.close()
  }

  @Test(
    "an identifier that no event has room for is refused, and later events are recorded",
    arguments: [9_000, 8_000, 3_000, 1_100])
  func huge(count: Int) async {
    for mark in ["u", "\u{1}", "e\u{301}\u{302}"] {
      let scene = ConsentFixture()
      let change: (inout Configuration) -> Void = { $0.maximumEventBytes = 8_192 }
      let first = await scene.launch(change)
      first.identify(String(repeating: mark, count: count))
      first.alias(String(repeating: mark, count: count))
      #expect(first.track("x", ["p": .string(String(repeating: "p", count: 4_000))]) != nil)
      await first.close()
      let second = await scene.launch(change)
      #expect(second.track("x", ["p": .string(String(repeating: "p", count: 4_000))]) != nil)
      await second.close()
    }
  }

  @Test("an identify after close sets no user")
  func closed() async {
    let first = await scene.launch()
    first.identify("one")
    await first.close()
    #expect(first.identify(ConsentFixture.needle) == nil)
    #expect(first.alias(ConsentFixture.needle) == nil)
    #expect(first.userID == "one")
    #expect(scene.files() == [])
  }
}

extension ConsentFixture {
  fileprivate func launch(_ change: (inout Configuration) -> Void) async -> Analytics {
    await launch(.granted, change)
  }
}
