import Cairn
import Testing

@Suite("The forms of personal data")
struct RedactionPatternTests {
  private func redacted(_ text: String, _ pattern: RedactionPattern) -> String {
    pattern.redacted(text, .replace(with: "#")) ?? text
  }

  @Test(
    "addresses of electronic mail are found",
    arguments: [
      ("jane@example.com", "#"),
      ("Mail jane.doe+x@mail.example.co.uk, or call.", "Mail #, or call."),
      ("<jane@example.com>", "<#>"),
      ("a@example.com,b@example.org", "#,#"),
      ("https://x.test/?user=jane%40example.com&a=1", "https://x.test/?user=#&a=1"),
      ("иван@почта.рф", "#"),
      ("jane@example.com.", "#."),
      ("@home", "@home"), ("jane@localhost", "jane@localhost"), ("a @ b.com", "a @ b.com"),
      ("5 @ 3.50", "5 @ 3.50"), ("", ""), ("@", "@"), ("100%40", "100%40"),
    ])
  func emails(_ text: String, _ expected: String) {
    #expect(redacted(text, .email) == expected)
  }

  @Test(
    "numbers of payment cards are found, and other numbers are not",
    arguments: [
      ("4111111111111111", "#"), ("4111 1111 1111 1111", "#"), ("4111-1111-1111-1111", "#"),
      ("card 378282246310005.", "card #."), ("order 12 4111 1111 1111 1111 ok", "order 12 # ok"),
      ("5555555555554444/12", "#/12"), ("4222222222222", "#"),
      ("4111111111111112", "4111111111111112"), ("1700000000000", "1700000000000"),
      ("41111111111111111111111", "41111111111111111111111"), ("4111  1111", "4111  1111"),
      ("", ""),
    ])
  func cards(_ text: String, _ expected: String) {
    #expect(redacted(text, .creditCard) == expected)
  }

  @Test(
    "IP addresses are found",
    arguments: [
      ("192.0.2.1", "#"), ("from 192.0.2.1.", "from #."),
      ("http://192.0.2.1:8080/", "http://#:8080/"),
      ("ip:192.0.2.1", "ip:#"), ("2001:db8::1", "#"), ("[2001:db8::1]:443", "[#]:443"),
      ("::1", "#"),
      ("fe80::", "#"), ("1:2:3:4:5:6:7:8", "#"), ("::ffff:192.0.2.1", "#"), ("::192.0.2.1", "#"),
      ("64:ff9b::192.0.2.1", "#"), ("1:2:3:4:5:6:192.0.2.1", "#"),
      ("256.0.0.1", "256.0.0.1"), ("1.2.3", "1.2.3"), ("1.2.3.4.5", "1.2.3.4.5"),
      ("12:34:56", "12:34:56"),
      ("std::vector", "std::vector"), ("::", "::"), ("1::2::3", "1::2::3"),
      ("1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8:9"), ("aa:bb:cc:dd:ee:ff", "aa:bb:cc:dd:ee:ff"),
      ("", ""),
    ])
  func addresses(_ text: String, _ expected: String) {
    #expect(redacted(text, .ipAddress) == expected)
  }

  @Test(
    "telephone numbers are found",
    arguments: [
      ("+49 30 1234567", "#"), ("call 0049 (30) 123-4567 now", "call # now"), ("+14155550132", "#"),
      ("(555) 123-4567", "#"), ("555-123-4567", "#"), ("1 555.123.4567", "#"),
      ("2026-11-21", "2026-11-21"), ("12 34", "12 34"), ("+1", "+1"), ("555 1234", "555 1234"),
      ("A+49301234567x", "A+49301234567x"), ("", ""),
    ])
  func phones(_ text: String, _ expected: String) {
    #expect(redacted(text, .phoneNumber) == expected)
  }

  @Test(
    "an expression of one's own is found in any text, and one that matches nothing changes nothing")
  func expressions() {
    let pattern = RedactionPattern.regex(/[A-Z]{2}\d{4}/)
    #expect(redacted("ü AB1234, CD5678", pattern) == "ü #, #")
    #expect(redacted("ab", pattern) == "ab")
    #expect(redacted("ab", .regex(/x*/)) == "ab")
  }

  @Test("a match is transformed, removed or replaced, and the text around it stays")
  func actions() {
    let text = "to a@b.cc!"
    #expect(RedactionPattern.email.redacted(text, .remove) == "to !")
    #expect(RedactionPattern.email.redacted(text, .replace()) == "to [redacted]!")
    #expect(RedactionPattern.email.redacted(text, .transform { "\($0.count)" }) == "to 6!")
    #expect(RedactionPattern.email.redacted(text, .transform { _ in nil }) == "to !")
  }

  @Test(
    "no text traps or makes a pattern slow",
    arguments: [
      "@", "%40", "a@", "1", "1 ", "4111 ", ".", ":", "1:", "1.", "::", "+", "(", "00", "ü",
      "\u{0}",
    ])
  func hostile(_ part: String) {
    let text = String(repeating: part, count: 32_768 / part.utf8.count)
    for pattern in [RedactionPattern.email, .creditCard, .ipAddress, .phoneNumber] {
      let result = redacted(text, pattern)
      #expect(result.utf8.count <= text.utf8.count)
    }
  }
}
