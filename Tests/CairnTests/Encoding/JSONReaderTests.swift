import Cairn
import CairnTesting
import Foundation
import Testing

@Suite struct JSONReaderTests {
  @Test(
    "a text is read correctly at any position of its quotation mark, backslash or control character"
  )
  func places() {
    for length in 0..<40 {
      for place in 0...length {
        let (before, after) = (
          String(repeating: "é", count: place), String(repeating: "x", count: length - place)
        )
        #expect(
          Value(json: "[\"\(before)\",\"\(after)\"]".utf8) == [.string(before), .string(after)])
        #expect(Value(json: #""\#(before)\n\#(after)""#.utf8) == .string(before + "\n" + after))
        #expect(Value(json: "\"\(before)\u{1F}\(after)\"".utf8) == nil)
      }
    }
  }

  func read(_ text: String) -> Value? { Value(json: text.utf8) }

  func accepted(byFoundation bytes: [UInt8]) -> Any? {
    try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
  }

  @Test(
    "each kind of value is read correctly",
    arguments: [
      ("null", .null), ("true", .bool(true)), (" false\n", .bool(false)), ("7", .int(7)),
      ("-0", .int(0)), ("9223372036854775807", .int(.max)),
      ("-9223372036854775808", .int(.min)),
      ("9223372036854775808", .double(9.223372036854775808e18)),
      ("20.0", .double(20)), ("0.1", .double(0.1)), ("-1e3", .double(-1_000)),
      ("1E+2", .double(100)), ("5e-324", .double(.leastNonzeroMagnitude)), (#""""#, .string("")),
      (
        #""\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00é😀\u2028""#,
        .string("\"\\/\u{8}\u{C}\n\r\té😀é😀\u{2028}")
      ),
      ("[]", .array([])), ("[1, [true]]", [1, [true]]), ("{}", .object([:])),
      (#"{"a":1,"b":{"c":null}}"#, ["a": 1, "b": ["c": nil]]), (#"{"a":1,"a":2}"#, ["a": 2]),
    ] as [(String, Value)])
  func kinds(text: String, value: Value) {
    #expect(read(text) == value)
  }

  @Test(
    "a text that is not JSON results in nil",
    arguments: [
      "", " ", "nul", "nullx", "True", "01", "-", "+1", ".5", "1.", "1e", "1e+", "0x10", "NaN",
      "Infinity", "-Infinity", "1e400", "\"", "\"\\", #""\x""#, #""\u12""#, #""\u12G4""#,
      #""\uD83D""#, #""\uD83Dx""#, #""\uD83D\u0041""#, #""\uDE00""#, "\"\n\"", "\"\u{1F}\"", "[",
      "]", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,}",
      "{a:1}", "{1:1}", "{\"a\" 1}", "1 2", "[] []", "'a'", "// 1", "\u{FEFF}1", "\u{A0}1",
    ])
  func refused(text: String) {
    #expect(read(text) == nil)
  }

  @Test(
    "bytes that are not UTF-8 are not read",
    arguments: [
      [0x80], [0xC0, 0x80], [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF],
      [0x5C, 0x6E, 0x80],
    ] as [[UInt8]])
  func notUTF8(bytes: [UInt8]) {
    #expect(Value(json: [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]) == nil)
  }

  @Test("128 arrays inside each other are read, and one more is not, however many there are")
  func depth() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(read(nested(128)) != nil)
    #expect(read(nested(129)) == nil)
    #expect(read(String(repeating: "{\"a\":[", count: 1_000_000)) == nil)
    var value = Value.null
    for _ in 1...200 { value = .array([value]) }
    #expect(
      String(decoding: value.json, as: UTF8.self)
        == "\(nested(128).prefix(128))null\(nested(128).suffix(128))")
  }

  @Test("a slice and a lazy sequence are read like an array")
  func sequences() {
    let bytes = Array("x[1]x".utf8)
    #expect(Value(json: bytes[1..<4]) == [1])
    #expect(Value(json: bytes[1..<4].lazy.map(\.self)) == [1])
  }

  @Test("random values are read back unchanged, and Foundation reads the same", arguments: 0..<50)
  func roundTrip(seed: UInt64) throws {
    var values = RandomValues(seed: seed)
    for _ in 0..<40 {
      let value = values.next()
      let json = value.json
      #expect(Value(json: json) == value)
      let foundation = try #require(accepted(byFoundation: json))
      #expect(isSame(value, foundation))
      #expect(value.json == json)
    }
  }

  @Test("damaged text is read as by Foundation, or by neither", arguments: 0..<50)
  func damaged(seed: UInt64) {
    var values = RandomValues(seed: seed)
    for _ in 0..<40 {
      var json = values.next().json
      for _ in 0...values.below(2) { json[values.below(json.count)] = values.byte() }
      json = Array(json.prefix(1 + values.below(json.count)))
      guard let value = Value(json: json) else { continue }
      guard let foundation = accepted(byFoundation: json) else {
        Issue.record("\(String(decoding: json, as: UTF8.self))")
        continue
      }
      #expect(isSame(value, foundation))
    }
  }

  /// Foundation reads some numbers as decimals, which differ from the nearest double in the last
  /// digit.
  func isSame(_ value: Value, _ foundation: Any) -> Bool {
    switch (value, foundation) {
    case (.null, is NSNull): true
    case (.bool(let bool), let number as NSNumber): number.boolValue == bool
    case (.int(let integer), let number as NSNumber): number.intValue == integer
    case (.double(let double), let number as NSNumber):
      abs(number.doubleValue - double) <= double.magnitude * 1e-14
    case (.string(let text), let other as String): text == other
    case (.array(let elements), let others as [Any]):
      elements.count == others.count && zip(elements, others).allSatisfy(isSame)
    case (.object(let members), let others as [String: Any]):
      members.count == others.count
        && members.allSatisfy { name, value in others[name].map { isSame(value, $0) } ?? false }
    default: false
    }
  }
}
