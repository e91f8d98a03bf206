import Cairn

/// The decoded response of the network: JSON fragments, separated by line feeds or NUL bytes.
struct EdgeAnswer {
  /// The handles of the response, such as state; each has a type and a payload.
  private(set) var handles: [Value] = []
  /// Errors and warnings of a request that the network accepted, a few words each.
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
    return words.isEmpty ? "a problem without a description" : words
  }
}
