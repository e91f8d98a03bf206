import Foundation

extension HTTPResponse {
  /// Why its body is nobody's word that the request was taken, though its status is; nil when it may be.
  ///
  /// A hotel's network answers every request with 200 and its own page, and a proxy may pass on the beginning of an answer
  /// as if it were all of it.
  var foreignReason: String? {
    guard (200..<300).contains(status), let first = firstByte else { return nil }
    if isPage(first) { return "a page of HTML instead of an answer" }
    if expectsJSON(first), !isJSON { return "JSON that does not parse instead of an answer" }
    return nil
  }

  private var firstByte: UInt8? { body.first { !Self.blanks.contains($0) } }

  // Many a framework calls all text HTML: then only what begins with a tag is a page.
  private func isPage(_ first: UInt8) -> Bool {
    guard first == UInt8(ascii: "<") else { return false }
    if ["text/html", "application/xhtml+xml"].contains(mediaType) { return true }
    let beginning = body.drop { Self.blanks.contains($0) }.prefix(14)
    let text = String(decoding: beginning, as: UTF8.self).lowercased()
    return text.hasPrefix("<!doctype html") || text.hasPrefix("<html")
  }

  private func expectsJSON(_ first: UInt8) -> Bool {
    guard let mediaType else { return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") }
    return mediaType.hasSuffix("/json") || mediaType.hasSuffix("+json")
  }

  // One JSON text, or several with a line, a NUL or the separator of RFC 7464 between them, as streams of answers are.
  private var isJSON: Bool {
    if Self.parses(body[...]) { return true }
    let texts = body.split { Self.separators.contains($0) }
    return texts.allSatisfy { $0.allSatisfy(Self.blanks.contains) || Self.parses($0) }
  }

  private static func parses(_ text: ArraySlice<UInt8>) -> Bool {
    (try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)) != nil
  }

  private var mediaType: String? {
    headers["content-type"]?.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
  }

  private static let separators: Set<UInt8> = [0x00, UInt8(ascii: "\n"), 0x1E]

  // Those of JSON, and the mark of the order of bytes.
  private static let blanks = Set("\u{FEFF} \t\r\n".utf8)
}
