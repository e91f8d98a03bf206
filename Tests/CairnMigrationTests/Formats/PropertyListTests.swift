import Cairn
import CairnMigration
import CairnTesting
import Foundation
import Testing

@Suite("Property lists")
struct PropertyListTests {
  /// Returns a random value of those that a property list can hold, as Foundation's and as ours.
  private func random(_ dice: inout Dice, depth: Int) -> (any Sendable, PropertyList) {
    switch dice.below(depth > 3 ? 6 : 8) {
    case 0: return (true, .bool(true))
    case 1:
      let number = Int(truncatingIfNeeded: dice.next()) >> dice.below(64)
      return (number, .integer(number))
    case 2:
      let number = Double(Int(truncatingIfNeeded: dice.next()) >> 20) / 1_024 + 0.1
      return (number, .real(number))
    case 3:
      let text = ["", "plain", "é 🧭 < & > \" '", String(repeating: "x", count: 40)][dice.below(4)]
      return (text, .string(text))
    case 4:
      let seconds = Double(dice.below(2_000_000_000))
      return (Date(timeIntervalSinceReferenceDate: seconds), .date(seconds))
    case 5:
      let bytes = (0..<dice.below(40)).map { _ in UInt8(dice.below(256)) }
      return (Data(bytes), .data(bytes))
    case 6:
      let pairs = (0..<dice.below(20)).map { _ in random(&dice, depth: depth + 1) }
      return (pairs.map(\.0), .array(pairs.map(\.1)))
    default:
      var ours: [String: PropertyList] = [:]
      var theirs: [String: any Sendable] = [:]
      for number in 0..<dice.below(20) {
        let (their, our) = random(&dice, depth: depth + 1)
        (theirs["key \(number) é"], ours["key \(number) é"]) = (their, our)
      }
      return (theirs, .dictionary(ours))
    }
  }

  @Test(
    "property lists that Foundation writes are read",
    arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func foundation(_ format: PropertyListSerialization.PropertyListFormat) throws {
    for seed in 0..<300 {
      var dice = Dice(seed: UInt64(seed))
      let (theirs, ours) = random(&dice, depth: 0)
      let data = try PropertyListSerialization.data(
        fromPropertyList: ["root": theirs], format: format, options: 0)
      #expect(PropertyList([UInt8](data)) == .dictionary(["root": ours]), "seed \(seed)")
    }
  }

  @Test("archives that NSKeyedArchiver writes are read")
  func archive() throws {
    let values: NSDictionary = [
      "text": "é" as NSString, "number": NSNumber(value: 12.5), "list": ["a", "b"] as NSArray,
      "date": NSDate(timeIntervalSinceReferenceDate: 5), "none": NSNull(),
      "nested": ["k": NSNumber(value: 1)] as NSDictionary,
    ]
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: values, requiringSecureCoding: false)
    let read = try #require(KeyedArchive.read([UInt8](data))?.dictionary)
    #expect(read["text"] == .string("é"))
    #expect(read["number"]?.value.doubleValue == 12.5)
    #expect(read["list"] == .array([.string("a"), .string("b")]))
    #expect(read["date"] == .date(5))
    #expect(read["none"]?.value == .null)
    #expect(read["nested"]?.dictionary?["k"]?.integer == 1)
  }

  @Test("changed bytes and references in circles are refused, and never trap")
  func damage() throws {
    var dice = Dice(seed: 7)
    for seed in 0..<60 {
      var own = Dice(seed: UInt64(seed))
      let (theirs, _) = random(&own, depth: 0)
      let format: PropertyListSerialization.PropertyListFormat = seed % 2 == 0 ? .xml : .binary
      let data = try PropertyListSerialization.data(
        fromPropertyList: ["root": theirs], format: format, options: 0)
      for _ in 0..<100 {
        var bytes = [UInt8](data)
        for _ in 0...dice.below(4) { bytes[dice.below(bytes.count)] = UInt8(dice.below(256)) }
        bytes.removeLast(dice.below(4) == 0 ? dice.below(bytes.count) : 0)
        _ = PropertyList(bytes)?.value.json
        _ = KeyedArchive.read(bytes)
      }
    }
    // An array that contains itself.
    let circle: [UInt8] =
      Array("bplist00".utf8) + [0xA1, 0x00, 0x08] + [0, 0, 0, 0, 0, 0, 1, 1]
      + [0, 0, 0, 0, 0, 0, 0, 1] + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 10]
    #expect(PropertyList(circle) == nil)
  }
}
