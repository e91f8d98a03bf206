/// A parameter of a statement, in PostgreSQL's binary form.
///
/// Arrays make one statement of any number of rows: `unnest` returns them as rows.
package struct PostgreSQLValue: Sendable {
  let type: PostgreSQLType
  /// Nil for NULL.
  let bytes: [UInt8]?

  package static func text(_ value: String?) -> PostgreSQLValue {
    PostgreSQLValue(type: .text, bytes: value.map { Array($0.utf8) })
  }

  package static func integer(_ value: Int64?) -> PostgreSQLValue {
    PostgreSQLValue(type: .int8, bytes: value.map(\.bigEndianBytes))
  }

  package static func texts(_ values: some Collection<String?>) -> PostgreSQLValue {
    array(values.map { $0.map { Array($0.utf8) } }, of: .text)
  }

  package static func integers(_ values: some Collection<Int64?>) -> PostgreSQLValue {
    array(values.map { $0.map(\.bigEndianBytes) }, of: .int8)
  }

  package static func binaries(_ values: some Collection<[UInt8]>) -> PostgreSQLValue {
    array(values.map { $0 }, of: .bytea)
  }

  package static func binary(_ value: [UInt8]) -> PostgreSQLValue {
    PostgreSQLValue(type: .bytea, bytes: value)
  }

  /// One dimension: their number, whether there is a NULL, the type; the length and the lower
  /// bound; then each element behind its length.
  ///
  /// Source: PostgreSQL, src/backend/utils/adt/arrayfuncs.c, `array_recv`.
  private static func array(
    _ elements: [[UInt8]?], of element: PostgreSQLType
  ) -> PostgreSQLValue {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(20 + elements.reduce(0) { $0 + 4 + ($1?.count ?? 0) })
    let hasNull = elements.contains { $0 == nil }
    for number in [elements.isEmpty ? 0 : 1, hasNull ? 1 : 0, Int32(bitPattern: element.rawValue)] {
      bytes += Int32(number).bigEndianBytes
    }
    if !elements.isEmpty {
      bytes += Int32(elements.count).bigEndianBytes + Int32(1).bigEndianBytes
    }
    for element in elements {
      bytes += Int32(element?.count ?? -1).bigEndianBytes
      if let element { bytes += element }
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

  var array: PostgreSQLType {
    switch self {
    case .bytea, .byteaArray: .byteaArray
    case .int8, .int8Array: .int8Array
    case .text, .textArray: .textArray
    }
  }
}

extension FixedWidthInteger {
  fileprivate var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
