import Cairn

/// Finds the differences between actual and expected values.
struct PropertyDifferences {
  private let matching: PropertyMatching

  init(_ matching: PropertyMatching) { self.matching = matching }

  /// Returns a line for each property that differs, in the order of their names; properties of
  /// objects are named by their path.
  func lines(
    _ actual: [String: Value], _ expected: [String: Value], path: String = ""
  ) -> [String] {
    var names = Set(expected.keys)
    if matching == .exactly { names.formUnion(actual.keys) }
    return names.sorted().flatMap { name -> [String] in
      switch (actual[name], expected[name]) {
      case (let actual?, let expected?): lines(actual, expected, path: path + name)
      case (nil, let expected?): ["\(path)\(name): missing, expected \(EventText.value(expected))"]
      case (let actual?, nil): ["\(path)\(name): \(EventText.value(actual)), expected none"]
      case (nil, nil): []
      }
    }
  }

  private func lines(_ actual: Value, _ expected: Value, path: String) -> [String] {
    switch (actual, expected) {
    case (.object(let actual), .object(let expected)):
      return lines(actual, expected, path: path + ".")
    case (.array(let actual), .array(let expected)) where actual.count == expected.count:
      return zip(actual, expected).enumerated().flatMap { place, pair in
        lines(pair.0, pair.1, path: "\(path)[\(place)]")
      }
    default:
      if actual.isSame(as: expected) { return [] }
      return ["\(path): \(EventText.value(actual)) instead of \(EventText.value(expected))"]
    }
  }
}

extension Value {
  /// Returns whether a server sees the same value: JSON has one kind of number, and only finite
  /// ones.
  fileprivate func isSame(as other: Value) -> Bool {
    switch (self, other) {
    case (.int(let left), .double(let right)), (.double(let right), .int(let left)):
      Double(left) == right
    case (.double(let left), .double(let right)):
      left == right || !left.isFinite && !right.isFinite
    case (.double(let number), .null), (.null, .double(let number)): !number.isFinite
    case (.date(let left), .date(let right)):
      EventText.value(.date(left)) == EventText.value(.date(right))
    default: self == other
    }
  }
}
