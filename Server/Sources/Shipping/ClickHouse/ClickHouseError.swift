/// A failure of ClickHouse, or of the connection to it.
package struct ClickHouseError: Error, Sendable, CustomStringConvertible {
  /// The code of an exception of the server; nil when it sent none.
  package var code: Int?
  package var message: String

  /// Codes after which the same statement fails again: an unknown column, table, database, user or
  /// setting, a wrong password or type, a missing grant, a statement that is not understood.
  ///
  /// Source: ClickHouse, src/Common/ErrorCodes.cpp.
  private static let permanent: Set<Int> = [
    16, 36, 47, 50, 53, 60, 62, 81, 115, 180, 192, 193, 194, 195, 497, 516,
  ]

  package var isPermanent: Bool { code.map { Self.permanent.contains($0) } ?? false }

  /// Whether a partition has more bytes than may be dropped at once.
  var isTooLargeToDrop: Bool { code == 359 }

  package init(code: Int? = nil, message: String) {
    self.code = code
    self.message = message
  }

  /// Reads a response with another status than 200.
  init(status: UInt, body: String) {
    let text = body.split(separator: "\n").first.map(String.init) ?? ""
    let digits = text.firstRange(of: "Code: ").map { text[$0.upperBound...].prefix(8) }
    let code = digits.flatMap { Int($0.prefix { $0.isNumber }) }
    // Without a code it is the response of a proxy.
    let byStatus = [401: 516, 403: 497][status]
    self.init(code: code ?? byStatus, message: "status \(status): \(text.prefix(300))")
  }

  package var description: String { "ClickHouse: \(message)" }
}
