/// A node of a regular expression's syntax tree.
indirect enum PatternNode {
  case unit(UInt16)
  case set(UnitSet)
  case sequence([PatternNode])
  case alternatives([PatternNode])
  /// A repetition; the groups inside are reset at each iteration.
  case repetition(PatternNode, Repetition, groups: Range<Int>)
  case group(Int, PatternNode)
  /// A reference to the text that a group matched.
  case reference(Int)
  case start
  case end
  case boundary(isNegated: Bool)
  case look(PatternNode, isBehind: Bool, isNegated: Bool)

  static var nothing: PatternNode { .sequence([]) }
}

/// The number of times that a part is repeated.
struct Repetition {
  var least: Int
  /// The maximum; nil for no limit.
  var most: Int?
  /// Whether more iterations are tried first.
  var isGreedy: Bool
}
