extension UInt16 {
  /// Makes the code unit of an ASCII character.
  init(ascii character: Unicode.Scalar) { self = UInt16(truncatingIfNeeded: character.value) }

  /// The code unit that is used to ignore case: the upper case, if it is a single code unit.
  var folded: UInt16 {
    if self < 0x80 { return self >= 0x61 && self <= 0x7A ? self - 0x20 : self }
    guard let scalar = Unicode.Scalar(self) else { return self }
    let upper = scalar.properties.uppercaseMapping.utf16
    guard upper.count == 1, let unit = upper.first, unit >= 0x80 else { return self }
    return unit
  }

  var lowercase: UInt16 {
    if self < 0x80 { return self >= 0x41 && self <= 0x5A ? self + 0x20 : self }
    guard let scalar = Unicode.Scalar(self) else { return self }
    let lower = scalar.properties.lowercaseMapping.utf16
    return lower.count == 1 ? lower.first ?? self : self
  }

  var isWord: Bool { UnitSet.words.contains { $0.contains(self) } }
}

/// Compares code units with characters in a `switch`.
func ~= (character: Unicode.Scalar, unit: UInt16) -> Bool { UInt32(unit) == character.value }
