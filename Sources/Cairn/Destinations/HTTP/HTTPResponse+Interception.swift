import Foundation

extension HTTPResponse {
  /// The reason why a 2xx response cannot come from the destination's server; nil when it can.
  ///
  /// A captive portal responds to every request with status 200 and its own page. A proxy may
  /// forward the beginning of a response as if it were complete.
  var interceptionReason: String? {
    guard (200..<300).contains(status), let first = firstByte else { return nil }
    if isPage { return "an HTML page instead of the service's response" }
    if expectsJSON(first), !isJSON { return "invalid JSON instead of the service's response" }
    return nil
  }

  var firstByte: UInt8? { body.first { !Self.blanks.contains($0) } }

  private func expectsJSON(_ first: UInt8) -> Bool {
    guard let mediaType else { return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") }
    return mediaType.hasSuffix("/json") || mediaType.hasSuffix("+json")
  }

  // A JSON text, or a stream of them, separated by a line feed, a NUL or the separator of RFC 7464.
  var isJSON: Bool {
    if Self.parses(body[...]) { return true }
    let texts = body.split { Self.separators.contains($0) }
    return texts.allSatisfy { $0.allSatisfy(Self.blanks.contains) || Self.parses($0) }
  }

  private static func parses(_ text: ArraySlice<UInt8>) -> Bool {
    // `Value` reads a response faster, but only in UTF-8 and to a limited depth.
    Value(json: text) != nil
      || (try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)) != nil
  }

  var mediaType: String? {
    headers["content-type"]?.prefix { $0 != ";" && $0 != "," }
      .trimmingCharacters(in: CharacterSet(charactersIn: " \t\"")).lowercased()
  }

  private static let separators: Set<UInt8> = [0x00, UInt8(ascii: "\n"), 0x1E]

  // The white space of JSON, and the bytes of a byte order mark.
  private static let blanks = Set("\u{FEFF} \t\r\n".utf8)
}
