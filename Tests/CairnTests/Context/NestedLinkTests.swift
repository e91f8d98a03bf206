import Cairn
import CairnTesting
import Foundation
import Testing

/// Links in links, on a thread with the stack size of secondary threads.
@Suite struct NestedLinkTests {
  static let links = [
    String(repeating: "b://?u=", count: 290) + "x", String(repeating: "/?u=", count: 500) + "x",
    String(repeating: "b://?u=", count: 4_000) + "x",
  ]

  @Test("hundreds of links in one another have room on a stack of 512 KiB", arguments: links)
  func stack(nested: String) async {
    await #expect(processExitsWith: .success) { [nested] in
      let analytics = ContextFixture().start()
      let url = try #require(URL(string: "myapp://open?u=" + nested))
      let done = DispatchSemaphore(value: 0)
      let thread = Thread {
        analytics.openURL(url)
        done.signal()
      }
      thread.stackSize = 512 << 10
      thread.start()
      await CallPause.wait(for: done)
      #expect(analytics.ledger().recorded == 2)
    }
  }
}
