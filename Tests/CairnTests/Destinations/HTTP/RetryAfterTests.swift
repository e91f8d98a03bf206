import Cairn
import Testing

@Suite struct RetryAfterTests {
  @Test(
    "seconds, fractions and all three forms of a date are understood, and nothing else",
    arguments: [
      ("120", 120), (" 7 ", 7), ("0", 0), ("-5", 0), ("Thu, 01 Jan 2026 00:01:30 GMT", 90),
      ("Thursday, 01-Jan-26 00:01:30 GMT", 90), ("Thu Jan  1 00:01:30 2026", 90),
      ("Wed, 31 Dec 2025 00:00:00 GMT", 0), ("Thu, 01 Jan 2099 00:00:00 GMT", 86_400), ("", nil),
      ("soon", nil), ("1.5", 2), ("9223372036854775807", 86_400), ("99999999999999999999", 86_400),
      ("nan", nil), ("-inf", nil),
    ] as [(String, Int?)])
  func forms(text: String, seconds: Int?) {
    #expect(RetryAfter.seconds(text, now: 1_767_225_600_000) == seconds)
  }

  /// Found by the fuzzer: Foundation's formatter for Linux stops the process.
  @Test(
    "characters of several scalars, and other text that is no date, are refused",
    arguments: [
      "T\u{65A}\u{1}501GMT", "T\u{65A}", "e\u{301}", "Thu, 01 Jan 2026 00:01:30 GMT\u{301}",
      "Thu,\r\n01 Jan 2026 00:01:30 GMT", "\r\n", "\u{1F1E9}\u{1F1EA}", "\u{0}", "\u{660}",
      String(repeating: "Thu, ", count: 10_000),
    ])
  func notOneScalar(text: String) {
    #expect(RetryAfter.seconds(text, now: 1_767_225_600_000) == nil)
  }
}

@Suite struct LongestWaitTests {
  @Test(
    "Retry-After is respected, for a day at most",
    arguments: [
      (10, "7", 7), (10, "86400", 10), (86_400, "86400", 86_400), (86_400, "99999999", 86_400),
      (86_400, "Fri, 02 Jan 2026 00:00:00 GMT", 86_400),
    ])
  func maximumWait(most: Int, text: String, seconds: Int) {
    let answer = HTTPResponse(status: 429, headers: ["Retry-After": text])
    #expect(
      HTTPExchange(maximumRetryAfter: most).outcome(of: answer, at: 1_767_225_600_000)
        == .later(afterSeconds: seconds, reason: "status 429"))
  }
}
