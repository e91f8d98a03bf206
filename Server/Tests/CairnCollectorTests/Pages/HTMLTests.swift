import Foundation
import Testing

@testable import CairnCollector

@Suite("Texts of senders are texts in a page")
struct HTMLTests {
  @Test("an interpolated text is escaped, in an element and in an attribute")
  func escaping() {
    let name = #"<script>alert("1")</script>'&"#
    let html: HTML = "<p title=\"\(name)\">\(name)</p>"
    let escaped = "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;"
    #expect(html.text == "<p title=\"\(escaped)\">\(escaped)</p>")
    // Markup is inserted as it is, and only literals are markup.
    let outer: HTML = "<div>\(html)</div>"
    #expect(outer.text == "<div>\(html.text)</div>")
  }

  @Test("control characters and those that turn the text around are replaced")
  func controls() {
    let html: HTML = "\("a\u{202E}b\u{2066}c\u{0}d\u{85}e\n\tf")"
    #expect(html.text == "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}e\n\tf")
  }

  @Test("a link encodes its values, also in an attribute")
  func links() {
    let link = PageLink("/event", ["project": "a&b=c", "id": #""><é"#, "zone": nil, "x": ""])
    #expect(link.text == "/event?project=a%26b%3Dc&id=%22%3E%3C%C3%A9")
    let html: HTML = "<a href=\"\(link)\">"
    #expect(html.text.contains("c&amp;id="))
  }

  @Test("the values of a form are decoded within bounds")
  func values() throws {
    let values = try FormValues("name=a+b%26%C3%A9&step=1&step=&step=2&empty=")
    #expect(values["name"] == "a b&é" && values["empty"] == nil)
    #expect(values.all("step") == ["1", "2"])
    for wrong in ["a=%", "a=%4", "a=%zz", "a=%+1", "a=%FF", "a=%00"] {
      #expect(throws: Refusal.self, "\(wrong)") { try FormValues(wrong) }
    }
    #expect(throws: Refusal.self) { try FormValues(String(repeating: "a", count: 8_193)) }
    let many = (0..<1_000).map { "a\($0)=1" }.joined(separator: "&")
    #expect(try FormValues(many).parameters.count == FormValues.mostPairs)
  }

  @Test("a long text is cut between characters")
  func shortened() {
    #expect("abc".shortened(to: 3) == "abc")
    #expect("ééé".shortened(to: 3) == "ééé")
    #expect("abcd".shortened(to: 3) == "abc…")
  }

  @Test("numbers, durations and axes are written for every value")
  func words() {
    #expect(Words.number(1_234_567) == "1\u{202F}234\u{202F}567")
    #expect(Words.number(.min).hasPrefix("−9"))
    let durations: [Int64] = [
      0, 999_999, 2_400_000, 192_000_000, 15_000_000_000, 270_000_000_000, -3_000_000,
    ]
    #expect(
      durations.map(Words.duration)
        == ["0 ms", "999 ms", "2.4 s", "3 min 12 s", "4 h 10 min", "3 d 3 h", "−3.0 s"])
    for extreme in [Int64.min, .max] { #expect(!Words.duration(extreme).isEmpty) }
    #expect(Words.share(1, of: 8) == "12.5 %" && Words.share(1, of: 0) == "–")
    #expect(Words.bytes(1_440_000_000) == "1.4 GB" && Words.bytes(0) == "0 B")
    for highest in [Int.min, 0, 1, 5, 6, 81, 1_001, .max] {
      let scale = ChartScale(upTo: highest)
      #expect(scale.ticks.count <= 6 && scale.top >= min(highest, 1 << 60), "\(highest)")
    }
    #expect(ChartScale(upTo: 81).ticks == [0, 20, 40, 60, 80, 100])
  }

  @Test("times are written in the zone, and days begin in it")
  func zones() throws {
    let berlin = try #require(ZonedTime("Europe/Berlin"))
    let summer = try #require(Timestamp.microseconds("2026-07-01T10:00:00Z"))
    #expect(berlin.text(summer) == "2026-07-01 12:00:00.000")
    #expect(berlin.exact(summer) == "2026-07-01T12:00:00.000000+02:00")
    // The clocks change on this day.
    let change = try #require(berlin.start(ofDay: "2026-03-29"))
    #expect(Timestamp.text(change) == "2026-03-28T23:00:00.000000Z")
    for wrong in ["", "../../etc/passwd", "Nowhere/Land", String(repeating: "a", count: 65)] {
      #expect(ZonedTime(wrong) == nil, "\(wrong)")
    }
    #expect(berlin.start(ofDay: "2026-02-30") == nil)
  }

  @Test("JSON is broken into lines without a change of its values")
  func pretty() {
    let json = #"{"a":19.90,"b":[],"c":{"d":"x\"{,}","e":[1,2]}}"#
    #expect(
      PrettyJSON.text(json) == """
        {
          "a": 19.90,
          "b": [],
          "c": {
            "d": "x\\"{,}",
            "e": [
              1,
              2
            ]
          }
        }
        """)
  }
}
