import Foundation

extension HTTPResponse {
  /// True for a page of HTML, whatever its type and encoding say; such a page comes from a captive
  /// portal or a proxy, because destinations answer with JSON, a word or nothing.
  ///
  /// A page that is taken for a response loses its batch, and a response that is taken for a page
  /// stops the delivery. So a page is what has elements that only pages have; a few words without
  /// one cannot be told from a server's "ok", because some frameworks send all text as text/html.
  var isPage: Bool {
    let beginning = PageBeginning(body)
    switch mediaType {
    case "text/html", "application/xhtml+xml":
      if isEncoded, beginning.isBinary { return true }
      return beginning.hasElement && !beginning.isAcknowledgement && !isJSONBesideComments
    case nil, "application/octet-stream", "application/unknown", "unknown/unknown":
      if isEncoded, beginning.isBinary { return true }
      return (beginning.startsAsPage || beginning.namesPart) && !beginning.isAcknowledgement
        && !isJSON
    case "text/plain": return beginning.startsAsPage && !beginning.isAcknowledgement
    // Of a network that has a captive portal; RFC 8908.
    case "application/captive+json": return true
    default: return beginning.startsAsDocument
    }
  }

  // A transport decodes the encodings that it asks for; what it did not ask for stays encoded.
  private var isEncoded: Bool {
    guard let encoding = headers["content-encoding"] else { return false }
    return encoding.trimmingCharacters(in: .whitespaces).lowercased() != "identity"
  }

  // Caches and frameworks add a comment to all text that they call HTML.
  private var isJSONBesideComments: Bool {
    guard let first = firstByte, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      return false
    }
    var copy = self
    copy.body = Array(
      PageBeginning.withoutComments(String(decoding: body, as: UTF8.self)).utf8)
    return copy.isJSON
  }
}

/// The first bytes of a body, in lower case and without what an encoding puts between the letters.
private struct PageBeginning {
  private let bytes: [UInt8]
  private let text: String

  init(_ body: [UInt8]) {
    // As many bytes as a browser looks at are 1,445; in UTF-16 a letter has two.
    let start = body.firstIndex { !Self.blankBytes.contains($0) } ?? body.endIndex
    bytes = body[start...].prefix(3000).filter { $0 != 0x00 && $0 != 0xFE && $0 != 0xFF }
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    self.text = Self.withoutComments(Self.withoutDeclaration(text))
      .trimmingCharacters(in: Self.blanks)
  }

  /// True when the body begins as section 7.1 of the MIME Sniffing Standard
  /// (https://mimesniff.spec.whatwg.org) has it for pages: with a tag, and a space, `>` or `/` behind
  /// it.
  var startsAsPage: Bool { Self.openings.contains { isElement($0, at: text.startIndex) } }

  /// True when the body is a document of HTML or WML, which may call itself XML.
  var startsAsDocument: Bool { Self.roots.contains { isElement($0, at: text.startIndex) } }

  /// True when an element that only pages have is somewhere in it.
  var namesPart: Bool { has(Self.parts) }

  /// True when any element of a page is somewhere in it.
  var hasElement: Bool { has(Self.openings) }

  /// True when it is no whole document, and all its text is a word with which servers acknowledge a
  /// request.
  var isAcknowledgement: Bool {
    guard text.utf8.count <= 120, !has(Self.roots) else { return false }
    let words = text.replacing(#/<[^>]*>/#, with: " ").trimmingCharacters(in: Self.blanks)
    return Self.acknowledgements.contains(words)
  }

  /// True when it is no text: it has a binary data byte of the MIME Sniffing Standard, or is no
  /// UTF-8.
  var isBinary: Bool {
    bytes.contains { $0 < 0x20 && !Self.textControls.contains($0) } || isInvalid
  }

  // The last character may be cut off.
  private var isInvalid: Bool {
    !(0..<4).contains { String(bytes: bytes.dropLast($0), encoding: .utf8) != nil }
  }

  private func has(_ names: [String]) -> Bool {
    text.indices.contains { place in
      text[place] == "<" && names.contains { isElement($0, at: place) }
    }
  }

  private func isElement(_ name: String, at place: String.Index) -> Bool {
    let rest = text[place...]
    guard rest.hasPrefix(name) else { return false }
    guard let next = rest.dropFirst(name.count).first else { return false }
    return next.isWhitespace || next == ">" || next == "/" || next == "="
  }

  /// Returns the text without comments; one without an end reaches to the end of the text.
  static func withoutComments(_ text: String) -> String {
    var rest = Substring(text)
    var result = ""
    while let start = rest.firstRange(of: "<!--") {
      result += rest[..<start.lowerBound]
      guard let end = rest[start.upperBound...].firstRange(of: "-->") else { return result }
      rest = rest[end.upperBound...]
    }
    return result + rest
  }

  // The declaration of XML stands before the element of an XHTML page.
  private static func withoutDeclaration(_ text: String) -> String {
    let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" || $0 == "\u{FFFD}" }
    guard start.hasPrefix("<?xml"), let end = start.firstRange(of: "?>") else { return text }
    return String(start[end.upperBound...])
  }

  // The elements of the standard but for `a`, `b` and `p`, which stand in ordinary text too, and
  // others that a portal's page may begin with.
  private static let openings = [
    "<!doctype html", "<html", "<head", "<body", "<script", "<iframe", "<h1", "<h2", "<h3", "<div",
    "<font", "<table", "<style", "<title", "<br", "<meta", "<form", "<center", "<link", "<span",
    "<wml", "<a href", "<p",
  ]
  private static let roots = ["<!doctype html", "<html", "<wml"]
  private static let parts = ["<!doctype html", "<html", "<head", "<body", "<script", "<meta"]
  private static let acknowledgements: Set = [
    "ok", "okay", "success", "accepted", "received", "done", "true", "1",
  ]
  // Tab, line feed, form feed, carriage return, escape.
  private static let textControls: Set<UInt8> = [0x09, 0x0A, 0x0C, 0x0D, 0x1B]
  private static let blankBytes: Set<UInt8> = [0x09, 0x0A, 0x0C, 0x0D, 0x20]
  private static let blanks = CharacterSet.whitespacesAndNewlines
    .union(CharacterSet(charactersIn: "\u{FEFF}\u{FFFD}"))
}
