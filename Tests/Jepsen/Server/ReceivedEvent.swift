import Cairn

/// An event of a batch, as the server reads it.
struct ReceivedEvent: Sendable {
  var id: String
  var life: Int
  var number: Int
  var isPoison: Bool
  /// Whether its bytes equal the recorded ones.
  var isWhole: Bool

  var name: EventName { EventName(life: life, number: number) }

  init(_ value: Value) {
    let properties = value["properties"] ?? value["traits"]
    id = value["messageId"]?.stringValue ?? ""
    life = properties?["life"]?.intValue ?? -1
    number = properties?["number"]?.intValue ?? -1
    isPoison = properties?["poison"] != nil
    let filler = properties?["filler"]?.stringValue
    isWhole = life > 0 && filler?.utf8.count == properties?["length"]?.intValue
  }

  static func all(_ body: [UInt8]) -> [ReceivedEvent]? {
    Value(json: body)?["batch"]?.arrayValue?.map(ReceivedEvent.init)
  }
}

/// The identification of an event: its life and its number.
struct EventName: Hashable, Comparable, CustomStringConvertible, Sendable {
  var life: Int
  var number: Int

  static func < (left: EventName, right: EventName) -> Bool {
    (left.life, left.number) < (right.life, right.number)
  }

  var description: String { "\(life)/\(number)" }
}
