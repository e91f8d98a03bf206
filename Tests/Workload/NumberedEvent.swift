import Cairn

/// An event whose contents follow from three numbers, so that its completeness can be verified.
struct NumberedEvent: Hashable, Codable {
  static let name = "Numbered"

  var run: Int
  var thread: Int
  var number: Int

  /// Returns properties with filler text of at most this length; the actual length follows from the
  /// numbers.
  func properties(most: Int) -> [String: Value] {
    let length = most == 0 ? 0 : Int(seed % UInt64(most))
    return [
      "run": .int(run), "thread": .int(thread), "number": .int(number),
      "filler": .string(filler(length)), "length": .int(length),
    ]
  }

  private var seed: UInt64 {
    XXH64.hash(Array("\(run) \(thread) \(number)".utf8), seed: 0)
  }

  private func filler(_ length: Int) -> String {
    var text = ""
    var word = seed
    while text.utf8.count < length {
      word = XXH64.chain(UInt32(truncatingIfNeeded: word), onto: word)
      text += Hex.text(word)
    }
    return String(text.prefix(length))
  }
}

extension NumberedEvent {
  /// Parses an event; nil when it differs from a recorded one in any way.
  init?(_ event: StoredEvent) {
    guard let fields = event.fields, fields["event"] as? String == Self.name,
      let properties = fields["properties"] as? [String: Any], properties.count == 5,
      let run = properties["run"] as? Int, let thread = properties["thread"] as? Int,
      let number = properties["number"] as? Int, let length = properties["length"] as? Int
    else { return nil }
    self.init(run: run, thread: thread, number: number)
    guard properties["filler"] as? String == filler(length) else { return nil }
  }
}
