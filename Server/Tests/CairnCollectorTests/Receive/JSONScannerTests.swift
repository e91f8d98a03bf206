import CairnCollector
import Foundation
import Testing

@Suite("The scanner accepts exactly valid JSON")
struct JSONScannerTests {
  @Test(
    "valid values are read completely",
    arguments: [
      "0", "-0", "1e400", "-1.5E+10", "\"\"", "\"\\ud83d\\ude00\"", "[]", "{}", "[[],{}]",
      "{\"a\":[1,{\"b\":null}],\"a\":true}", "\"\u{7F}\"", "[1 , 2]", "18446744073709551616",
    ])
  func valid(text: String) throws {
    var scanner = JSONScanner(Array(text.utf8))
    let span = try scanner.value()
    try scanner.end()
    #expect(span.range == 0..<text.utf8.count)
  }

  @Test(
    "invalid values are refused",
    arguments: [
      "", " ", "01", "+1", ".5", "1.", "1e", "-", "NaN", "nul", "truE", "\"", "\"\n\"", "\"\\u12\"",
      "[1,]", "[,1]", "[1 2]", "{\"a\"}", "{\"a\":}", "{a:1}", "{\"a\":1,}", "[", "{", "]", "[}",
      "1 1", "'a'", "\u{FEFF}1",
    ])
  func invalid(text: String) {
    #expect(throws: JSONSyntaxError.self) {
      var scanner = JSONScanner(Array(text.utf8))
      _ = try scanner.value()
      try scanner.end()
    }
  }

  @Test("every prefix of a batch is refused without a crash")
  func prefixes() throws {
    let bytes = Array(Batches.body([Batches.track("é", more: #","x":[1.5,{"y":"\u00e9"}]"#)]).utf8)
    for length in 0..<bytes.count {
      #expect(throws: JSONSyntaxError.self) {
        var scanner = JSONScanner(Array(bytes.prefix(length)))
        _ = try scanner.value()
      }
    }
  }

  @Test("random byte changes never crash it, and Foundation accepts all that it accepts")
  func mutations() throws {
    let bytes = Array(Batches.body([Batches.track("é", more: #","x":[1.5,{"y":"\u00e9"}]"#)]).utf8)
    var random = SystemRandomNumberGenerator()
    for _ in 0..<5000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        changed[Int.random(in: 0..<changed.count, using: &random)] = .random(in: 0...255)
      }
      var scanner = JSONScanner(changed)
      guard let span = try? scanner.value(), (try? scanner.end()) != nil, span.invalidUTF8 == nil
      else { continue }
      let isJSON = (try? JSONSerialization.jsonObject(with: Data(changed))) != nil
      // Foundation refuses unpaired surrogates, which RFC 8259 allows.
      let text = String(decoding: changed, as: UTF8.self)
      #expect(isJSON || text.contains("\\u"), "\(text)")
    }
  }

  @Test("text survives being written and read as JSON")
  func text() {
    let text = "a\"b\\c\n\r\t\u{0}\u{1F}é😀\u{2028}/"
    let json = JSONText.encode(text)
    #expect(JSONText.decode(Array(json.utf8.dropFirst().dropLast())[...]) == text)
    #expect(JSONText.decode(Array(#"\ud83d\ude00\/\b\f"#.utf8)[...]) == "😀/\u{8}\u{C}")
    #expect(JSONText.decode(Array(#"\ud83d"#.utf8)[...]) == nil)
    #expect(JSONText.decode(Array(#"\ud83dx"#.utf8)[...]) == nil)
    #expect(JSONText.decode(Array(#"\ude00"#.utf8)[...]) == nil)
  }
}
