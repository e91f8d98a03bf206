import Cairn

/// What the network answered: fragments of JSON, a line each, with a NUL between them.
struct EdgeAnswer {
  /// What it gives, such as state: each has a type and a payload.
  private(set) var handles: [Value] = []
  /// What went wrong behind the network though it took the request; a few words each.
  private(set) var problems: [String] = []

  init(_ body: [UInt8]) {
    for line in body.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == 0 }) {
      guard let fragment = Value(json: line) else { continue }
      handles += fragment["handle"]?.arrayValue ?? []
      for name in ["errors", "warnings"] {
        problems += (fragment[name]?.arrayValue ?? []).map(Self.words)
      }
    }
  }

  private static func words(_ problem: Value) -> String {
    let status = problem["status"]?.intValue.map(String.init) ?? problem["status"]?.stringValue
    let title = problem["title"]?.stringValue ?? problem["type"]?.stringValue
    let words = [status, title].compactMap(\.self).joined(separator: " ")
    return words.isEmpty ? "a problem without a word" : words
  }
}
