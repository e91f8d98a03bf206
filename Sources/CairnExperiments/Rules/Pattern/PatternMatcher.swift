/// Runs a program on a text.
///
/// It backtracks like the reference implementation and stops after a number of steps, so that
/// neither one pattern of the document nor many can block the app.
struct PatternMatcher {
  struct LimitReached: Error {}

  /// The limit for one pattern.
  private static let greatestSteps = 200_000
  /// The limit for all patterns of one decision, or of several decisions that are made together; it
  /// takes some milliseconds.
  static let stepsAtOnce = 1_000_000

  private let instructions: [PatternProgram.Instruction]
  private let units: [UInt16]
  /// The bounds of groups and the starts of iterations; negative for none.
  private var slots: [Int]
  private var steps: Int
  private let limit: Int
  private var choices: [Choice] = []
  /// Previous values of slots, for backtracking.
  private var changes: [(slot: Int, was: Int)] = []

  /// The state at which matching continues after a failure.
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

  /// Returns whether any part of the text matches; the steps taken are subtracted from those that
  /// are left.
  static func finds(
    _ program: PatternProgram, in text: String, _ left: inout Int
  ) throws(LimitReached) -> Bool {
    guard left > 0 else { throw LimitReached() }
    var matcher = PatternMatcher(program, text, limit: min(left, greatestSteps))
    defer { left -= matcher.steps }
    for start in 0...matcher.units.count where try matcher.run(from: 0, at: start) { return true }
    return false
  }

  /// Runs the program at one position; restores the slots if it does not match.
  private mutating func run(from first: Int, at start: Int) throws(LimitReached) -> Bool {
    let (floor, kept) = (choices.count, changes.count)
    var (instruction, place) = (first, start)
    while true {
      steps += 1
      guard steps <= limit else { throw LimitReached() }
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

  /// Executes an instruction; returns false when it fails.
  private mutating func step(_ instruction: inout Int, _ place: inout Int) throws(LimitReached)
    -> Bool
  {
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

  /// Matches the text of a group again; an unset group matches the empty text.
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
