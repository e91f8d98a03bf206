import Foundation

@testable import Cairn
@testable import CairnCollector

/// A JSON text, parsed by the collector's scanner and compared with two independent JSON parsers.
enum JSONTarget: TextTarget {
  static let words = [
    "{}", "[]", "null", "true", "false", "-0", "1e400", "0.10", #""""#, #""\u0000""#,
    #""\ud83d\ude00""#,
    #""\ud800""#, #""a":1"#, ",", ":", "[[[[", "]]]]", #"{"a":"#, "\u{FEFF}", "é",
  ]

  static func run(_ input: [UInt8]) {
    var scanner = JSONScanner(input)
    guard let span = try? whole(&scanner) else {
      precondition(Value(json: input) == nil, "what the SDK reads, the scanner takes")
      precondition(
        hasTrailingComma(input) || !isJSON(input), "what Foundation reads, the scanner takes")
      return
    }
    checkSpan(span, input)
    checkValidity(span, input)
    checkParts(span, input)
  }

  private static func whole(_ scanner: inout JSONScanner) throws -> JSONSpan {
    let span = try scanner.value()
    try scanner.end()
    return span
  }

  private static func checkSpan(_ span: JSONSpan, _ input: [UInt8]) {
    precondition(input.indices.contains(span.range.lowerBound) && !span.range.isEmpty, "a place")
    precondition(span.range.upperBound <= input.count, "inside the text")
    let brackets = input[span.range].count { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }
    precondition(span.depth <= brackets, "a level for each bracket at most")
  }

  /// Others refuse what is beyond a number's range, and what is no Unicode; the scanner notes the
  /// latter.
  private static func checkValidity(_ span: JSONSpan, _ input: [UInt8]) {
    guard span.invalidUTF8 == nil, span.halfPair == nil else {
      return precondition(Value(json: input) == nil, "half a pair, or a byte that is no UTF-8")
    }
    let value = Value(json: input)
    let hasExponent = input.contains { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }
    let hasLongNumber = input.split { !isOfNumber($0) }.contains { $0.count > 300 }
    guard !hasExponent, !hasLongNumber else { return }
    precondition(value != nil || span.depth > 128, "what the scanner takes, the SDK reads")
    precondition(isJSON(input) || span.depth > 128, "what the scanner takes, Foundation reads")
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".")
  }

  /// Foundation takes `[1,]`, which is no JSON.
  private static func hasTrailingComma(_ input: [UInt8]) -> Bool {
    input.split(separator: UInt8(ascii: ",")).dropFirst().contains { rest in
      let next = rest.first { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }
      return next == UInt8(ascii: "]") || next == UInt8(ascii: "}")
    }
  }

  /// False for other encodings than UTF-8, which Foundation guesses by marks and zeros.
  private static func isJSON(_ input: [UInt8]) -> Bool {
    let marks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xFE, 0xFF], [0xFF, 0xFE]]
    guard !input.contains(0), !marks.contains(where: input.starts) else { return false }
    return (try? JSONSerialization.jsonObject(with: Data(input), options: .fragmentsAllowed)) != nil
  }

  private static func checkParts(_ span: JSONSpan, _ input: [UInt8]) {
    var scanner = JSONScanner(input, at: span.range.lowerBound)
    switch span.kind {
    case .object:
      guard let members = try? scanner.members() else { fatalError("an object has members") }
      precondition(scanner.position == span.range.upperBound, "the object ends where it ends")
      checkOrder(members.map(\.range), within: span.range)
      checkDepth(members.map(\.value), within: span)
      checkBound(members, span, input)
    case .array:
      guard let elements = try? scanner.elements() else { fatalError("a list has elements") }
      precondition(scanner.position == span.range.upperBound, "the list ends where it ends")
      checkOrder(elements.map(\.range), within: span.range)
      checkDepth(elements, within: span)
      guard elements.count > 2 else { return }
      scanner = JSONScanner(input, at: span.range.lowerBound)
      let some = try? scanner.elements(atMost: 1)
      precondition(some.map { Array($0) } == Array(elements.prefix(2)), "one more than asked for")
    case .string:
      guard let text = input.text(of: span) else {
        return precondition(span.invalidUTF8 != nil || span.halfPair != nil, "a text")
      }
      precondition(Value(json: input) == .string(text), "the same text")
      precondition(Value(json: Array(JSONText.encode(text).utf8)) == .string(text), "written")
    case .number, .bool, .null: return
    }
  }

  private static func checkBound(_ members: [JSONMember], _ span: JSONSpan, _ input: [UInt8]) {
    var scanner = JSONScanner(input, at: span.range.lowerBound)
    let isTaken = (try? scanner.members(atMost: 2)) != nil
    precondition(isTaken == (members.count <= 2), "no more members than there may be")
    guard let first = members.first else { return }
    scanner = JSONScanner(input, at: span.range.lowerBound)
    precondition(scanner.firstMember(named: first.key) == first.value, "the first of its name")
  }

  private static func checkOrder(_ ranges: [Range<Int>], within whole: Range<Int>) {
    var end = whole.lowerBound
    for range in ranges {
      precondition(range.lowerBound > end, "a bracket or a comma before each")
      end = range.upperBound
    }
    precondition(end < whole.upperBound, "and a bracket behind the last")
  }

  private static func checkDepth(_ parts: [JSONSpan], within whole: JSONSpan) {
    precondition(whole.depth == (parts.map(\.depth).max() ?? 0) + 1, "one level more")
  }
}
