import Cairn
import CairnTesting

/// Random values of every kind from a seed.
struct RandomValues {
  private let random: SeededRandomness
  private static let texts = [
    "", "plain", "\"quoted\"", "back\\slash", "line\nfeed", "\u{0}\u{1F}\u{7F}", "é", "e\u{301}",
    "😀👩‍👩‍👧‍👦",
    "\u{2028}\u{2029}", "\u{FFFD}", "日本語", "</script>", String(repeating: "long ", count: 300),
  ]

  init(seed: UInt64) { random = SeededRandomness(seed: seed) }

  mutating func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

  mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: random.next()) }

  mutating func next(depth: Int = 0) -> Value {
    switch below(depth < 6 ? 8 : 6) {
    case 0: [.null, .bool(true), .bool(false)][below(3)]
    case 1: .int([0, -1, .max, .min, Int(truncatingIfNeeded: random.next())][below(5)])
    case 2, 3: number()
    case 4, 5: .string(text())
    case 6: .array((0..<below(5)).map { _ in next(depth: depth + 1) })
    default:
      .object(
        Dictionary(
          (0..<below(5)).map { _ in (text(), next(depth: depth + 1)) }, uniquingKeysWith: { $1 }))
    }
  }

  private mutating func number() -> Value {
    let number = Double(bitPattern: random.next())
    let price = Double(Int64(bitPattern: random.next()) % 100_000_000) / 100
    return .double([0.1, price, number.isFinite ? number : -0.5][below(3)])
  }

  private mutating func text() -> String {
    (0...below(2)).map { _ in Self.texts[below(Self.texts.count)] }.joined()
  }
}
