import Cairn
import Foundation

/// The content of a request in any form: JSON, lines of JSON, or a form, with or without gzip.
struct WireBody {
  let bytes: [UInt8]

  init(_ request: HTTPRequest) {
    let isCompressed = request.header("Content-Encoding")?.lowercased() == "gzip"
    bytes = isCompressed ? Gunzip.member(request.body) ?? request.body : request.body
  }

  init(bytes: [UInt8]) { self.bytes = bytes }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The JSON values in it; empty when there are none.
  var documents: [Value] {
    if let value = Value(json: bytes) { return [value] }
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map { Value(json: $0) }
    if !lines.isEmpty, lines.allSatisfy({ $0 != nil }) { return lines.compactMap(\.self) }
    return URLComponents(string: "?" + text.replacingOccurrences(of: "+", with: "%20"))?
      .queryItems?.compactMap { $0.value.flatMap { Value(json: $0.utf8) } } ?? []
  }

  /// All names, strings and numbers in it, including those of JSON that is a string, or Base64,
  /// within JSON.
  var leaves: Set<Value> {
    var leaves: Set<Value> = []
    for document in documents { document.collect(&leaves) }
    return leaves
  }
}

extension Value {
  fileprivate func collect(_ leaves: inout Set<Value>) {
    switch self {
    case .array(let elements): for element in elements { element.collect(&leaves) }
    case .object(let members):
      for (name, value) in members {
        leaves.insert(.string(name))
        value.collect(&leaves)
      }
    case .string(let text):
      leaves.insert(self)
      text.embedded?.collect(&leaves)
    default: leaves.insert(self)
    }
  }

  /// Returns the value without the members of these names.
  func without(_ names: Set<String>) -> Value {
    switch self {
    case .array(let elements): .array(elements.map { $0.without(names) })
    case .object(let members):
      .object(members.filter { !names.contains($0.key) }.mapValues { $0.without(names) })
    default: self
    }
  }
}

extension String {
  fileprivate var embedded: Value? {
    if hasPrefix("{") || hasPrefix("[") { return Value(json: utf8) }
    guard utf8.count >= 8, hasPrefix("ey") || hasPrefix("W") else { return nil }
    let standard = replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
    return Data(base64Encoded: standard + padding).flatMap { Value(json: $0) }
  }
}
