/// The number of groups in a regular expression, and the numbers of its named groups.
struct PatternGroups {
  private(set) var count = 0
  private(set) var names: [[UInt16]: Int] = [:]

  init(_ units: [UInt16]) throws(PatternParser.InvalidPattern) {
    var isInSet = false
    var place = 0
    while place < units.count {
      switch units[place] {
      case "\\": place += 1
      case "[": isInSet = true
      case "]": isInSet = false
      case "(" where !isInSet: try add(units[(place + 1)...])
      default: break
      }
      place += 1
    }
  }

  private mutating func add(_ rest: ArraySlice<UInt16>) throws(PatternParser.InvalidPattern) {
    if rest.first != UInt16(ascii: "?") {
      count += 1
    } else if rest.starts(with: "?<".utf16), !rest.starts(with: "?<=".utf16),
      !rest.starts(with: "?<!".utf16)
    {
      let name = rest.dropFirst(2).prefix { $0 != UInt16(ascii: ">") }
      guard Self.isName(name), name.endIndex < rest.endIndex, names[Array(name)] == nil else {
        throw PatternParser.InvalidPattern()
      }
      names[Array(name)] = count
      count += 1
    }
  }

  private static func isName(_ units: ArraySlice<UInt16>) -> Bool {
    guard let first = units.first, !UnitSet.digits[0].contains(first) else { return false }
    return units.allSatisfy { $0.isWord || $0 == UInt16(ascii: "$") || $0 >= 0x80 }
  }
}
