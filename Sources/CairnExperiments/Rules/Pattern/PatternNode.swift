/// A part of a regular expression.
indirect enum PatternNode {
  case unit(UInt16)
  case set(UnitSet)
  case sequence([PatternNode])
  case alternatives([PatternNode])
  /// The numbers of the groups inside forget what they caught at each round.
  case repetition(PatternNode, Repetition, groups: Range<Int>)
  case group(Int, PatternNode)
  /// What a group has caught.
  case reference(Int)
  case start
  case end
  case boundary(isNegated: Bool)
  case look(PatternNode, isBehind: Bool, isNegated: Bool)

  static var nothing: PatternNode { .sequence([]) }
}

/// How often something comes.
struct Repetition {
  var least: Int
  /// Nil for any number.
  var most: Int?
  /// Whether more is tried first.
  var isGreedy: Bool
}
