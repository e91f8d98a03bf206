import Cairn

extension Value {
  /// The value as a number, like JavaScript's `Number(value)`; nil when it is not a number.
  package var referenceNumber: Double? {
    switch self {
    case .null: 0
    case .bool(let bool): bool ? 1 : 0
    case .int(let integer): Double(integer)
    case .double(let number): number.isNaN ? nil : number
    case .string(let text): Self.number(text)
    case .date, .array, .object: nil
    }
  }

  private static func number(_ text: String) -> Double? {
    var scanner = NumberScanner(text)
    scanner.skipSpace()
    if scanner.isAtEnd { return 0 }
    let number = scanner.hexadecimal()?.referenceNumber ?? scanner.decimal()
    scanner.skipSpace()
    return scanner.isAtEnd ? number : nil
  }
}
