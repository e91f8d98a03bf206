import Cairn

extension PropertySchema.Bound {
  /// Returns whether the value is within the bound; true for values to which the bound does not
  /// apply.
  func holds(for value: Value) -> Bool {
    guard let measure = measure(value) else { return true }
    return switch word {
    case .minimum, .minLength, .minItems: measure >= limit
    case .maximum, .maxLength, .maxItems: measure <= limit
    case .exclusiveMinimum: measure > limit
    case .exclusiveMaximum: measure < limit
    }
  }

  private func measure(_ value: Value) -> Double? {
    switch word {
    case .minLength, .maxLength: return value.text.map { Double($0.unicodeScalars.count) }
    case .minItems, .maxItems:
      if case .array(let elements) = value { return Double(elements.count) }
      return nil
    case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum: return value.number
    }
  }
}
