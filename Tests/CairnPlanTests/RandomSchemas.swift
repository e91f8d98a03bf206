import Cairn
import CairnTesting

/// Random schemas of the subset, and values that match them or nearly do, from a seed.
struct RandomSchemas {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func schema(depth: Int = 0) -> Value {
    switch next(depth < 2 ? 7 : 5) {
    case 0: ["type": .string(pick(["string", "integer", "number", "boolean", "null"]))]
    case 1: .object(bounds("minimum", "maximum", from: -3, type: ["integer", "number"]))
    case 2: .object(bounds("minLength", "maxLength", from: 0, type: ["string"]))
    case 3: ["enum": .array((0...next(3)).map { _ in leaf() })]
    case 4: ["pattern": .string(pick(["^[a-c]+$", "b", "^.{2,3}$", "[0-9]", "^$"]))]
    case 5: list(depth)
    default: object(depth)
    }
  }

  mutating func value(depth: Int = 0) -> Value {
    switch next(depth < 3 ? 8 : 6) {
    case 6: .array((0..<next(4)).map { _ in value(depth: depth + 1) })
    case 7:
      .object(
        Dictionary(
          (0..<next(4)).map { _ in (pick(["a", "b", "c"]), value(depth: depth + 1)) },
          uniquingKeysWith: { first, _ in first }))
    default: leaf()
    }
  }

  private mutating func list(_ depth: Int) -> Value {
    var members = bounds("minItems", "maxItems", from: 0, type: ["array"])
    if next(4) > 0 { members["items"] = schema(depth: depth + 1) }
    return .object(members)
  }

  private mutating func object(_ depth: Int) -> Value {
    var properties: [String: Value] = [:]
    for name in ["a", "b", "c"] where next(3) > 0 { properties[name] = schema(depth: depth + 1) }
    let required = properties.keys.sorted().filter { _ in next(3) == 0 }
    return [
      "properties": .object(properties), "required": .array(required.map(Value.string)),
      "additionalProperties": .bool(next(2) == 0),
    ]
  }

  private mutating func bounds(
    _ least: String, _ most: String, from start: Int, type: [String]
  ) -> [String: Value] {
    let low = start + next(3)
    var members: [String: Value] = [:]
    if next(3) > 0 { members[least] = .int(low) }
    if next(3) > 0 { members[most] = .int(low + next(3)) }
    if least == "minimum", next(4) == 0 { members["exclusiveMaximum"] = .double(1.5) }
    if next(2) == 0 { members["type"] = .array(type.map(Value.string)) }
    return members
  }

  private mutating func leaf() -> Value {
    switch next(6) {
    case 0: .null
    case 1: .bool(next(2) == 0)
    case 2: .int(next(7) - 3)
    case 3: .double(Double(next(13) - 6) / 2)
    default: .string(pick(["", "a", "b", "ab", "abc", "a1", "ü", "\u{1F600}", "e\u{301}"]))
    }
  }

  private mutating func pick(_ choices: [String]) -> String { choices[next(choices.count)] }

  /// SplitMix64.
  private mutating func next(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }
}
