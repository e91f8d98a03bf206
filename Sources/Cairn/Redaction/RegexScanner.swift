/// Finds the matches of an app's regular expression.
final class RegexScanner: Sendable {
  // `Regex` is not `Sendable`.
  private let expression: Locked<Regex<AnyRegexOutput>>

  init<Output>(_ expression: sending Regex<Output>) {
    self.expression = Locked(Regex<AnyRegexOutput>(expression))
  }

  func matches(in text: String) -> [Range<Int>] {
    expression.withLock { expression in
      text.matches(of: expression).compactMap { match in
        let start = text.utf8.distance(from: text.startIndex, to: match.range.lowerBound)
        let length = text.utf8.distance(from: match.range.lowerBound, to: match.range.upperBound)
        return length > 0 ? start..<start + length : nil
      }
    }
  }
}
