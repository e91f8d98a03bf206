extension PropertyValue where Self: FixedWidthInteger & Encodable {
  /// An `.int`; a number outside the range of `Int` becomes the nearest `.double`.
  public var propertyValue: Value { .integer(self) }
}

extension Value {
  /// Returns an `.int`, or the nearest `.double` of a number outside the range of `Int`.
  static func integer(_ number: some BinaryInteger) -> Value {
    Int(exactly: number).map(Value.int) ?? .double(Double(number))
  }
}

extension Int: PropertyValue {}
extension Int8: PropertyValue {}
extension Int16: PropertyValue {}
extension Int32: PropertyValue {}
extension Int64: PropertyValue {}
extension UInt: PropertyValue {}
extension UInt8: PropertyValue {}
extension UInt16: PropertyValue {}
extension UInt32: PropertyValue {}
extension UInt64: PropertyValue {}
