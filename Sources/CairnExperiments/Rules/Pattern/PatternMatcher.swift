/// Runs a program over a text.
///
/// It goes back as the reference does, and gives up after a number of steps: a pattern of the document must not stop the
/// app, nor must many of them.
struct PatternMatcher {
  struct GivenUp: Error {}

  /// Of one pattern.
  private static let greatestSteps = 200_000
  /// Of all patterns of a decision, or of all decisions that are made at once: some milliseconds.
  static let stepsAtOnce = 1_000_000

  private let instructions: [PatternProgram.Instruction]
  private let units: [UInt16]
  /// Ends of groups and starts of rounds; below zero when there is none.
  private var slots: [Int]
  private var steps: Int
  private let limit: Int
  private var choices: [Choice] = []
  /// What slots held before, to go back.
  private var changes: [(slot: Int, was: Int)] = []

  /// Where to go on when what was tried first fails.
  private struct Choice {
    var instruction: Int
    var place: Int
    var changes: Int
  }

  private init(_ program: PatternProgram, _ text: String, limit: Int) {
    instructions = program.instructions
    units = Array(text.utf16)
    slots = Array(repeating: -1, count: program.slotCount)
    self.limit = limit
    steps = (units.count + slots.count) / 16
  }

  /// Whether the program finds something anywhere in the text; takes the steps that it needs from those that are left.
  static func finds(
    _ program: PatternProgram, in text: String, _ left: inout Int
  ) throws(GivenUp) -> Bool {
    guard left > 0 else { throw GivenUp() }
    var matcher = PatternMatcher(program, text, limit: min(left, greatestSteps))
    defer { left -= matcher.steps }
    for start in 0...matcher.units.count where try matcher.run(from: 0, at: start) { return true }
    return false
  }

  /// Leaves the slots as they are when it matches, and as they were when it does not.
  private mutating func run(from first: Int, at start: Int) throws(GivenUp) -> Bool {
    let (floor, kept) = (choices.count, changes.count)
    var (instruction, place) = (first, start)
    while true {
      steps += 1
      guard steps <= limit else { throw GivenUp() }
      if case .matched = instructions[instruction] {
        choices.removeSubrange(floor...)
        return true
      }
      if try step(&instruction, &place) { continue }
      guard choices.count > floor, let choice = choices.popLast() else {
        undo(to: kept)
        return false
      }
      undo(to: choice.changes)
      (instruction, place) = (choice.instruction, choice.place)
    }
  }

  /// False when the instruction fails.
  private mutating func step(_ instruction: inout Int, _ place: inout Int) throws(GivenUp) -> Bool {
    let current = instructions[instruction]
    instruction += 1
    switch current {
    case .unit(let unit, let isBehind): return read(&place, isBehind) { $0.folded == unit }
    case .set(let set, let isBehind):
      steps += set.ranges.count / 16
      return read(&place, isBehind, set.contains)
    case .reference(let number, let isBehind): return reread(number, &place, isBehind)
    case .start: return place == 0
    case .end: return place == units.count
    case .boundary(let isNegated): return (isWord(place - 1) != isWord(place)) != isNegated
    case .save(let slot): set(slot, place)
    case .forget(let range):
      steps += range.count / 16
      for slot in range { set(slot, -1) }
    case .progress(let slot): return slots[slot] != place
    case .split(let first, let second):
      choices.append(Choice(instruction: second, place: place, changes: changes.count))
      instruction = first
    case .jump(let target): instruction = target
    case .look(let isNegated, let next):
      let kept = changes.count
      let isFound = try run(from: instruction, at: place)
      if isNegated { undo(to: kept) }
      instruction = next
      return isFound != isNegated
    case .matched: break
    }
    return true
  }

  private func read(_ place: inout Int, _ isBehind: Bool, _ accepts: (UInt16) -> Bool) -> Bool {
    let index = isBehind ? place - 1 : place
    guard units.indices.contains(index), accepts(units[index]) else { return false }
    place += isBehind ? -1 : 1
    return true
  }

  /// What the group caught, once more; nothing when it caught nothing.
  private mutating func reread(_ group: Int, _ place: inout Int, _ isBehind: Bool) -> Bool {
    let (start, end) = (slots[group * 2], slots[group * 2 + 1])
    guard start >= 0, end >= start else { return true }
    steps += end - start
    let from = isBehind ? place - (end - start) : place
    guard from >= 0, from + end - start <= units.count else { return false }
    for offset in 0..<(end - start)
    where units[start + offset].folded != units[from + offset].folded { return false }
    place += isBehind ? start - end : end - start
    return true
  }

  private func isWord(_ place: Int) -> Bool {
    units.indices.contains(place) && units[place].isWord
  }

  private mutating func set(_ slot: Int, _ place: Int) {
    changes.append((slot, slots[slot]))
    slots[slot] = place
  }

  private mutating func undo(to count: Int) {
    while changes.count > count, let change = changes.popLast() { slots[change.slot] = change.was }
  }
}
