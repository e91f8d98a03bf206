/// Makes Swift identifiers from names of a plan.
struct SwiftName {
  private let words: [String]

  /// Splits a name into words; nil for a name without a letter.
  init?(_ name: String) {
    guard name.contains(where: \.isLetter) else { return nil }
    words = Self.words(name.contains(where: \.isLowercase) ? name : name.lowercased())
  }

  /// The identifier of a property or a case, without backticks, such as `orderID`.
  var member: String {
    Self.begin(words[0].lowercased() + words.dropFirst().map(Self.capitalized).joined())
  }

  /// Returns the identifier of a type, such as `OrderID`.
  ///
  /// The suffix is appended if Swift or Cairn has a type of that name, or if the identifier is the
  /// same as `member`, as in scripts without capital letters.
  func type(else suffix: String) -> String {
    let name = Self.begin(words.map(Self.capitalized).joined())
    return Self.types.contains(name) || name == member ? name + suffix : name
  }

  /// Returns the identifier as source text, in backticks if it is a keyword.
  static func quoted(_ identifier: String) -> String {
    keywords.contains(identifier) ? "`\(identifier)`" : identifier
  }

  private static func begin(_ name: String) -> String {
    name.first.map(\.isNumber) == true ? "_" + name : name
  }

  private static func capitalized(_ word: String) -> String {
    if initialisms.contains(word.lowercased()) { return word.uppercased() }
    return word.prefix(1).uppercased() + word.dropFirst()
  }

  /// Splits a name at characters that are neither letters nor digits, and where capitals begin or
  /// end: `HTTPServer ids` has three words.
  private static func words(_ name: String) -> [String] {
    let letters = Array(name)
    var words: [String] = []
    var word = ""
    for (place, letter) in letters.enumerated() {
      guard letter.isLetter || letter.isNumber else {
        words.append(word)
        word = ""
        continue
      }
      let next = place + 1 < letters.count ? letters[place + 1] : " "
      let begins =
        letter.isUppercase
        && (word.last.map { !$0.isUppercase } ?? false || !word.isEmpty && next.isLowercase)
      if begins {
        words.append(word)
        word = ""
      }
      word.append(letter)
    }
    return (words + [word]).filter { !$0.isEmpty }
  }

  private static let initialisms: Set<String> = [
    "api", "html", "http", "https", "id", "ip", "json", "os", "ui", "uri", "url", "uuid", "xml",
  ]

  private static let types: Set<String> = [
    "Analytics", "Any", "AnyObject", "Array", "Bool", "Cairn", "CaseIterable", "Character", "Date",
    "Dictionary", "Double", "Float", "Hashable", "Int", "Never", "Optional", "Protocol", "Self",
    "Sendable", "Set", "String", "Swift", "Type", "TypedEvent", "TypedScreen", "Value", "Void",
  ]

  /// All words that are keywords in any context of Swift.
  ///
  /// In backticks, each can be used as an identifier.
  private static let keywords: Set<String> = [
    "Any", "Protocol", "Self", "Type", "actor", "any", "as", "assignment", "associatedtype",
    "associativity", "async", "await", "borrowing", "break", "case", "catch", "class", "consume",
    "consuming", "continue", "convenience", "copy", "default", "defer", "deinit", "didSet",
    "discard", "distributed", "do", "dynamic", "each", "else", "enum", "extension", "fallthrough",
    "false", "fileprivate", "final", "for", "func", "get", "guard", "higherThan", "if", "import",
    "in", "indirect", "infix", "init", "inout", "internal", "is", "isolated", "lazy", "left", "let",
    "lowerThan", "macro", "module", "mutating", "nil", "none", "nonisolated", "nonmutating", "open",
    "operator", "optional", "override", "package", "postfix", "precedence", "precedencegroup",
    "prefix", "private", "protocol", "public", "read", "reasync", "repeat", "required", "rethrows",
    "return", "right", "self", "sending", "set", "some", "static", "struct", "subscript", "super",
    "switch", "then", "throw", "throws", "transferring", "true", "try", "typealias", "unowned",
    "unsafe", "var", "weak", "where", "while", "willSet", "yield",
  ]
}
