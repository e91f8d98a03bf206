/// A regular expression, compiled to instructions.
struct PatternProgram {
  enum Instruction {
    case unit(UInt16, isBehind: Bool)
    case set(UnitSet, isBehind: Bool)
    case reference(Int, isBehind: Bool)
    case start
    case end
    case boundary(isNegated: Bool)
    /// Stores the position, as a bound of a group or as the start of an iteration.
    case save(Int)
    case forget(Range<Int>)
    /// Fails when nothing was consumed since the position was stored.
    case progress(Int)
    /// Continues at the first instruction or, if that fails, at the second.
    case split(Int, Int)
    case jump(Int)
    /// Matches or must not match the instructions up to `matched` here; continues at `next`.
    case look(isNegated: Bool, next: Int)
    case matched
  }

  /// The maximum number of instructions.
  ///
  /// Longer programs result only from nested repetitions, which are not intentional.
  static let greatestLength = 20_000

  private(set) var instructions: [Instruction] = []
  private(set) var slotCount: Int

  private let limit: Int

  /// Compiles a syntax tree; the instructions that were made are subtracted from `allowance`.
  init(
    _ node: PatternNode, groups: Int, _ allowance: inout Int
  ) throws(PatternParser.InvalidPattern) {
    slotCount = groups * 2
    limit = min(allowance, Self.greatestLength)
    defer { allowance -= instructions.count }
    try add(node, isBehind: false)
    instructions.append(.matched)
  }

  private mutating func append(_ instruction: Instruction) throws(PatternParser.InvalidPattern) {
    guard instructions.count < limit else { throw PatternParser.InvalidPattern() }
    instructions.append(instruction)
  }

  private mutating func add(_ node: PatternNode, isBehind: Bool) throws(PatternParser
    .InvalidPattern)
  {
    switch node {
    case .unit(let unit): try append(.unit(unit.folded, isBehind: isBehind))
    case .set(let set): try append(.set(set, isBehind: isBehind))
    case .sequence(let parts):
      for part in isBehind ? parts.reversed() : parts { try add(part, isBehind: isBehind) }
    case .alternatives(let all): try add(alternatives: all, isBehind: isBehind)
    case .repetition(let node, let repetition, let groups):
      try add(node, repetition, groups, isBehind: isBehind)
    case .group(let number, let node):
      try append(.save(number * 2 + (isBehind ? 1 : 0)))
      try add(node, isBehind: isBehind)
      try append(.save(number * 2 + (isBehind ? 0 : 1)))
    case .reference(let number): try append(.reference(number, isBehind: isBehind))
    case .start: try append(.start)
    case .end: try append(.end)
    case .boundary(let isNegated): try append(.boundary(isNegated: isNegated))
    case .look(let node, let looksBehind, let isNegated):
      let place = instructions.count
      try append(.matched)
      try add(node, isBehind: looksBehind)
      try append(.matched)
      instructions[place] = .look(isNegated: isNegated, next: instructions.count)
    }
  }

  private mutating func add(alternatives: [PatternNode], isBehind: Bool)
    throws(PatternParser.InvalidPattern)
  {
    var ends: [Int] = []
    for (place, node) in alternatives.enumerated() {
      let fork = instructions.count
      let isLast = place == alternatives.count - 1
      if !isLast { try append(.matched) }
      try add(node, isBehind: isBehind)
      if isLast { break }
      ends.append(instructions.count)
      try append(.matched)
      instructions[fork] = .split(fork + 1, instructions.count)
    }
    for end in ends { instructions[end] = .jump(instructions.count) }
  }

  private mutating func add(
    _ node: PatternNode, _ repetition: Repetition, _ groups: Range<Int>, isBehind: Bool
  ) throws(PatternParser.InvalidPattern) {
    for _ in 0..<repetition.least { try addRound(node, groups, isBehind: isBehind) }
    guard let most = repetition.most else {
      let fork = try addOptional(node, repetition, groups, isBehind: isBehind)
      try append(.jump(fork))
      return setExit(of: fork, repetition)
    }
    var forks: [Int] = []
    for _ in repetition.least..<max(most, repetition.least) {
      forks.append(try addOptional(node, repetition, groups, isBehind: isBehind))
    }
    for fork in forks { setExit(of: fork, repetition) }
  }

  private mutating func addRound(_ node: PatternNode, _ groups: Range<Int>, isBehind: Bool)
    throws(PatternParser.InvalidPattern)
  {
    if !groups.isEmpty { try append(.forget(groups.lowerBound * 2..<groups.upperBound * 2)) }
    // Even an empty iteration adds an instruction, so that a huge count of them exceeds the limit.
    try append(.jump(instructions.count + 1))
    try add(node, isBehind: isBehind)
  }

  /// Adds an optional iteration that must consume something; the exit of its fork is set later.
  private mutating func addOptional(
    _ node: PatternNode, _ repetition: Repetition, _ groups: Range<Int>, isBehind: Bool
  ) throws(PatternParser.InvalidPattern) -> Int {
    let fork = instructions.count
    let slot = slotCount
    slotCount += 1
    try append(.matched)
    try append(.save(slot))
    try addRound(node, groups, isBehind: isBehind)
    try append(.progress(slot))
    return fork
  }

  private mutating func setExit(of fork: Int, _ repetition: Repetition) {
    let exit = instructions.count
    instructions[fork] = repetition.isGreedy ? .split(fork + 1, exit) : .split(exit, fork + 1)
  }
}
