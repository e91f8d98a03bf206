import Cairn
import CairnTesting
import Testing

@Suite struct LongestWaitConformanceTests {
  @Test("a destination that must wait for a day does not conform when it waits five minutes")
  func tooShort() async {
    var conformance = DestinationConformance { BrokenDestination(.none, $0) }
    #expect(await conformance.run(.retryAfter) == .passed)
    conformance.maximumRetryAfter = 86_400
    guard case .failed(let how) = await conformance.run(.retryAfter) else {
      Issue.record("it passed")
      return
    }
    #expect(how.hasPrefix("Retry-After: 86400 became "))
  }
}
