/// Mutations of text that random bytes rarely produce: keywords, and parts that are repeated many
/// times.
enum TextMutation {
  static func mutate(_ input: inout [UInt8], _ words: [String], _ dice: inout FuzzDice) {
    if dice.once(in: 3), !words.isEmpty {
      insert(words[dice.next(below: words.count)], &input, &dice)
    }
    // Quadratic costs are visible only with large inputs.
    if dice.once(in: 8) { multiply(&input, &dice) }
  }

  private static func insert(_ word: String, _ input: inout [UInt8], _ dice: inout FuzzDice) {
    let places = ends(in: input)
    let place =
      dice.once(in: 2) ? dice.next(below: input.count + 1) : places[dice.next(below: places.count)]
    input.insert(contentsOf: word.utf8, at: place)
  }

  /// Repeats a member of an object, an element of a list or another part between two separators.
  private static func multiply(_ input: inout [UInt8], _ dice: inout FuzzDice) {
    let places = ends(in: input)
    let first = dice.next(below: places.count)
    let last = min(places.count - 1, first + 1 + dice.next(below: 8))
    let piece = input[places[first]..<places[last]]
    guard !piece.isEmpty, piece.count <= 512, input.count < dice.room else { return }
    let most = (dice.room - input.count) / piece.count
    let times = dice.next(below: dice.once(in: 4) ? most + 1 : min(most, 64) + 1)
    let copies = Array(repeatElement(piece, count: times).joined())
    input.insert(contentsOf: copies, at: places[last])
  }

  /// Returns the beginning, the offsets after separators, and the end.
  private static func ends(in input: [UInt8]) -> [Int] {
    let marks = Set(",{[&;: ".utf8)
    return [0] + input.indices.filter { marks.contains(input[$0]) }.map { $0 + 1 } + [input.count]
  }
}

/// A target whose inputs are text.
protocol TextTarget: FuzzTarget {
  /// The keywords of its language.
  static var words: [String] { get }
}

extension TextTarget {
  static func repair(_ input: inout [UInt8], _ dice: inout FuzzDice) {
    TextMutation.mutate(&input, words, &dice)
  }
}
