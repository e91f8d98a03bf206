/// The names of variables, properties and parameters that a file declares, by whether they stand
/// for the other SDK.
struct SourceNames {
  /// The names that are declared with a type of the other SDK, or begin as one of its objects.
  private(set) var own: Set<String> = []
  /// The names that are declared with another type.
  private(set) var others: Set<String> = []

  init() {}

  /// Reads the declarations of a file; `types` are the types of the other SDK.
  init(_ tokens: [SwiftToken], types: Set<String>) {
    for place in tokens.indices where tokens[place].kind == .identifier {
      guard place + 2 < tokens.count, Self.isDeclared(place, in: tokens),
        let type = Self.type(after: place, in: tokens)
      else { continue }
      if types.contains(type) {
        own.insert(tokens[place].text)
      } else {
        others.insert(tokens[place].text)
      }
    }
  }

  /// Returns the type in `name: Type`, or the one that the value in `name = Type…` begins with;
  /// nil for anything else, such as the label of an argument.
  private static func type(after place: Int, in tokens: [SwiftToken]) -> String? {
    let isValue = tokens[place + 1].text == "="
    guard isValue || tokens[place + 1].text == ":" else { return nil }
    var next = place + 2
    while next < tokens.count, ["any", "some", "inout"].contains(tokens[next].text) { next += 1 }
    var type: String?
    // A type may be within another one, or a module: `Segment.Analytics`.
    while next < tokens.count, tokens[next].kind == .identifier {
      guard tokens[next].text.first?.isUppercase == true else { return isValue ? type : nil }
      type = tokens[next].text
      guard next + 2 < tokens.count, tokens[next + 1].text == "." else { break }
      next += 2
    }
    let isCalled = next + 1 < tokens.count && tokens[next + 1].text == "("
    return isValue || !isCalled ? type : nil
  }

  /// Returns whether a name can be one that is declared: not a member of another object than
  /// `self`, and not a value in `condition ? name : Other`.
  private static func isDeclared(_ place: Int, in tokens: [SwiftToken]) -> Bool {
    guard place > 0 else { return true }
    if tokens[place - 1].text == "." { return place > 1 && tokens[place - 2].text == "self" }
    return tokens[place - 1].text != "?"
  }
}
