/// A parameter of a statement, in PostgreSQL's binary form.
///
/// Arrays make one statement of any number of rows: `unnest` returns them as rows.
package struct PostgreSQLValue: Sendable {
  let type: PostgreSQLType
  /// It is nil for NULL.
  let bytes: [UInt8]?

  package static func text(_ value: String?) -> PostgreSQLValue {
    PostgreSQLValue(type: .text, bytes: value.map { Array($0.utf8) })
  }

  package static func integer(_ value: Int64?) -> PostgreSQLValue {
    PostgreSQLValue(type: .int8, bytes: value.map(\.bigEndianBytes))
  }

  package static func texts(_ values: [String?]) -> PostgreSQLValue {
    texts(values.count) { values[$0] }
  }

  package static func integers(_ values: [Int64?]) -> PostgreSQLValue {
    integers(values.count) { values[$0] }
  }

  package static func binaries(_ values: [[UInt8]]) -> PostgreSQLValue {
    array(values.count, of: .bytea) { index, bytes in
      bytes += values[index]
      return true
    }
  }

  /// An array of as many texts, without an array of them.
  package static func texts(_ count: Int, _ value: (Int) -> String?) -> PostgreSQLValue {
    array(count, of: .text) { index, bytes in
      guard var text = value(index) else { return false }
      text.withUTF8 { bytes.append(contentsOf: $0) }
      return true
    }
  }

  /// An array of as many integers, without an array of them.
  package static func integers(_ count: Int, _ value: (Int) -> Int64?) -> PostgreSQLValue {
    array(count, of: .int8) { index, bytes in
      guard let number = value(index) else { return false }
      bytes.append(bigEndian: number)
      return true
    }
  }

  package static func binary(_ value: [UInt8]) -> PostgreSQLValue {
    PostgreSQLValue(type: .bytea, bytes: value)
  }

  /// One dimension: their number, whether there is a NULL, the type; the length and the lower
  /// bound; then each element behind its length.
  ///
  /// Source: PostgreSQL, src/backend/utils/adt/arrayfuncs.c, `array_recv`.
  private static func array(
    _ count: Int, of element: PostgreSQLType, _ append: (Int, inout [UInt8]) -> Bool
  ) -> PostgreSQLValue {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(20 + count * 12)
    bytes.append(bigEndian: Int32(count == 0 ? 0 : 1))
    bytes.append(bigEndian: Int32(0))
    bytes.append(bigEndian: element.rawValue)
    if count > 0 {
      bytes.append(bigEndian: Int32(count))
      bytes.append(bigEndian: Int32(1))
    }
    for index in 0..<count {
      let place = bytes.count
      bytes.append(bigEndian: Int32(-1))
      if append(index, &bytes) {
        bytes.set(Int32(bytes.count - place - 4), at: place)
      } else {
        bytes.set(Int32(1), at: 4)
      }
    }
    return PostgreSQLValue(type: element.array, bytes: bytes)
  }
}

/// The types of parameters, by their object identifiers.
///
/// Source: PostgreSQL, src/include/catalog/pg_type.dat.
enum PostgreSQLType: UInt32, Sendable {
  case bytea = 17
  case int8 = 20
  case text = 25
  case byteaArray = 1001
  case textArray = 1009
  case int8Array = 1016

  /// The name in a statement.
  var name: String {
    switch self {
    case .bytea: "bytea"
    case .int8: "bigint"
    case .text: "text"
    case .byteaArray: "bytea[]"
    case .textArray: "text[]"
    case .int8Array: "bigint[]"
    }
  }

  var array: PostgreSQLType {
    switch self {
    case .bytea, .byteaArray: .byteaArray
    case .int8, .int8Array: .int8Array
    case .text, .textArray: .textArray
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(bigEndian number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }

  fileprivate mutating func set(_ number: Int32, at place: Int) {
    withUnsafeMutableBytes { bytes in
      bytes.storeBytes(of: number.bigEndian, toByteOffset: place, as: Int32.self)
    }
  }
}

extension FixedWidthInteger {
  fileprivate var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
