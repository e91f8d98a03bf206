@testable import Cairn
@testable import CairnMigration

/// A property list or a keyed archive of another SDK.
enum PropertyListTarget: FuzzTarget {
  static var limit: InputLimit { InputLimit(milliseconds: 1_000, bytes: 256 << 20) }

  static func run(_ input: [UInt8]) {
    if let list = PropertyList(input) {
      precondition(Value(json: list.value.json) != nil, "a list is a value")
    }
    if let value = KeyedArchive.read(input)?.value {
      precondition(Value(json: value.json) != nil, "an archive is a value")
    }
  }

  static func repair(_ input: inout [UInt8], _ dice: inout FuzzDice) {}
}
