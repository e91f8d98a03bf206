extension Value {
  /// Returns an `.int`, or the nearest `.double` of a number outside the range of `Int`.
  static func integer(_ number: some BinaryInteger) -> Value {
    Int(exactly: number).map(Value.int) ?? .double(Double(number))
  }
}

extension Int: PropertyValue {
  /// An `.int`.
  public var propertyValue: Value { .int(self) }
}

extension Int8: PropertyValue {
  /// An `.int`.
  public var propertyValue: Value { .integer(self) }
}

extension Int16: PropertyValue {
  /// An `.int`.
  public var propertyValue: Value { .integer(self) }
}

extension Int32: PropertyValue {
  /// An `.int`.
  public var propertyValue: Value { .integer(self) }
}

extension Int64: PropertyValue {
  /// An `.int`; a number outside the range of `Int` becomes the nearest `.double`.
  public var propertyValue: Value { .integer(self) }
}

extension UInt: PropertyValue {
  /// An `.int`; a number outside the range of `Int` becomes the nearest `.double`.
  public var propertyValue: Value { .integer(self) }
}

extension UInt8: PropertyValue {
  /// An `.int`.
  public var propertyValue: Value { .integer(self) }
}

extension UInt16: PropertyValue {
  /// An `.int`.
  public var propertyValue: Value { .integer(self) }
}

extension UInt32: PropertyValue {
  /// An `.int`; a number outside the range of `Int` becomes the nearest `.double`.
  public var propertyValue: Value { .integer(self) }
}

extension UInt64: PropertyValue {
  /// An `.int`; a number outside the range of `Int` becomes the nearest `.double`.
  public var propertyValue: Value { .integer(self) }
}
