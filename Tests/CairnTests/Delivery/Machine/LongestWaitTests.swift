import Cairn
import Testing

@Suite struct LongestWaitTests {
  @Test(
    "Retry-After is respected, for a day at most",
    arguments: [
      (10, "7", 7), (10, "86400", 10), (86_400, "86400", 86_400), (86_400, "99999999", 86_400),
      (86_400, "Fri, 02 Jan 2026 00:00:00 GMT", 86_400),
    ])
  func longestWait(most: Int, text: String, seconds: Int) {
    let answer = HTTPResponse(status: 429, headers: ["Retry-After": text])
    #expect(
      HTTPExchange(maxRetryAfter: most).outcome(of: answer, at: 1_767_225_600_000)
        == .later(afterSeconds: seconds, reason: "status 429"))
  }
}
