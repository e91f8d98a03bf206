import CairnExperiments
import Testing

@Suite struct PatternTests {
  @Test(
    "patterns match as in JavaScript, ignoring case",
    arguments: [
      ("^order-[0-9]{4}$", "ORDER-1234", true), ("^line2", "line1\nline2", false),
      ("a$", "a\n", false), ("^\\d$", "٣", false), ("^\\w+$", "é", false),
      ("\\bcat\\b", "a cat.", true),
      ("^.$", "👍", false), ("^..$", "👍", true), ("^.$", "\u{85}", true), ("^.$", "\u{2028}", false),
      ("^\\s$", "\u{FEFF}", true), ("ss", "ß", false), ("^(a|b)*c$", "ababc", true),
      ("^(?:a|ab)(?:c|bcd)$", "abcd", true), ("(?<y>\\d{4})-\\k<y>", "2024-2024", true),
      ("^(.)\\1$", "xX", true), ("^(.)\\1$", "xy", false), ("^a{2,3}$", "aaaa", false),
      ("^a{,3}$", "a{,3}", true), ("x{", "x{", true), ("]", "]", true), ("^[^]$", "\n", true),
      ("[]", "a", false), ("^[a-c]+$", "ABC", true), ("[\\d-x]", "-", true), ("[^a]", "A", false),
      ("foo(?=bar)", "foobar", true), ("foo(?!bar)", "foobar", false),
      ("(?<=\\$)\\d+", "cost $42", true),
      ("(?<!\\$)\\b\\d+", "cost $42", false), ("^(?:a?)*?b$", "aab", true),
      ("^(a*)*$", "aaab", false),
      ("^(?=(a+))a*b\\1$", "baaab", false), ("(z)((a+)?(b+)?(c))*", "zaacbbbcac", true),
      ("\\u0041\\x42\\103", "abc", true), ("\\cA", "\u{1}", true), ("^\\A$", "a", true),
      ("", "", true), ("a|", "b", true), ("^\\8$", "8", true), ("^(?:x*?y)+$", "xxyxy", true),
      ("^[\\w.+-]+@[\\w-]+\\.[a-z]{2,}$", "Ana.B+x@example.test", true),
      ("^[\\s\\S]*$", "a\nb", true),
    ] as [(String, String, Bool)])
  func found(pattern: String, text: String, expected: Bool) {
    #expect(Pattern(pattern)?.isFound(in: text) == expected)
  }

  @Test(
    "a pattern that is invalid in JavaScript is invalid",
    arguments: [
      "([", "(", ")", "a)", "*", "+a", "a**", "a{2}{3}", "a{3,2}", "[b-a]", "\\", "(?", "(?i)a",
      "(?<n>a)(?<n>b)",
      "(?<1>a)", "(?<n>a)\\k<m>", "^*", "{1}", "(?<=a)*",
    ])
  func broken(pattern: String) { #expect(Pattern(pattern) == nil) }

  @Test("a pattern that would take too long is stopped, and one that is too large is refused")
  func limits() throws {
    let text = String(repeating: "a", count: 60) + "b"
    #expect(try #require(Pattern("^(a+)+$")).isFound(in: text) == nil)
    let long = String(repeating: "x", count: 100_000)
    #expect(try #require(Pattern("x.*y")).isFound(in: long) == nil)
    #expect(Pattern("((a{1000}){1000}){1000}") == nil)
    #expect(Pattern("(?:){1000000000}") == nil)
    #expect(Pattern(String(repeating: "(", count: 5_000)) == nil)
    #expect(Pattern(String(repeating: "a|", count: 50_000)) == nil)
  }
}
