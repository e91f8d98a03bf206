import Foundation

extension HTTPResponse {
  /// True for a page of HTML, whatever its type and encoding say; such a page comes from a captive
  /// portal or a proxy, because destinations respond with JSON, a word or nothing.
  ///
  /// A page that is taken for a response loses its batch, and a response that is taken for a page
  /// stops the delivery. So a page is what has elements that only pages have; a few words without
  /// one cannot be told from a server's "ok", because some frameworks send all text as text/html.
  var isPage: Bool {
    let beginning = PageBeginning(body)
    switch mediaType {
    case "text/html", "application/xhtml+xml":
      if isEncoded, beginning.isBinary { return true }
      return (beginning.startsWithTag || beginning.hasElement) && !beginning.isAcknowledgement
        && !isJSONBesideComments
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
    copy.body = PageBeginning.withoutComments(body)
    return copy.isJSON
  }
}

/// The first bytes of a body, in lower case and without what an encoding puts between the letters.
private struct PageBeginning {
  private let bytes: [UInt8]
  /// The bytes without comments, the declaration of XML and leading blanks.
  private let text: [UInt8]

  init(_ body: [UInt8]) {
    // As many bytes as a browser looks at are 1,445; in UTF-16 a letter has two.
    let start = body.firstIndex { !Self.isBlank($0) } ?? body.endIndex
    bytes = body[start...].prefix(3000).filter { $0 != 0x00 && $0 != 0xFE && $0 != 0xFF }
    var text = bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    text = Self.trimmed(text)
    // The declaration of XML stands before the element of an XHTML page.
    if Self.holds("<?xml", text, at: 0), let end = Self.find("?>", text, from: 0) {
      text.removeFirst(end + 2)
    }
    self.text = Self.trimmed(Self.withoutComments(text))
  }

  /// True when the body begins as section 7.1 of the MIME Sniffing Standard
  /// (https://mimesniff.spec.whatwg.org) has it for pages: with a tag, and a space, `>` or `/`
  /// behind it.
  var startsAsPage: Bool { isElement(Self.openings, at: 0) }

  /// True when it begins with a tag or a comment, whatever its name.
  var startsWithTag: Bool { Self.trimmed(bytes).first == UInt8(ascii: "<") }

  /// True when the body is a document of HTML or WML, which may call itself XML.
  var startsAsDocument: Bool { isElement(Self.roots, at: 0) }

  /// True when an element that only pages have is somewhere in it.
  var namesPart: Bool { has(Self.parts) }

  /// True when any element of a page is somewhere in it.
  var hasElement: Bool { has(Self.openings) }

  /// True when it is no whole document, and all its text is a word with which servers acknowledge a
  /// request.
  var isAcknowledgement: Bool {
    guard text.count <= 120, !has(Self.roots) else { return false }
    var isTag = false
    var words: [UInt8] = []
    for byte in text {
      if byte == UInt8(ascii: "<") { isTag = true }
      if !isTag { words.append(byte) }
      if byte == UInt8(ascii: ">") { isTag = false }
    }
    while let last = words.last, Self.isBlank(last) { words.removeLast() }
    let word = Self.trimmed(words)
    return Self.acknowledgements.contains { word.elementsEqual($0.utf8) }
  }

  /// True when it is no text: it has a binary data byte of the MIME Sniffing Standard, or is no
  /// UTF-8.
  var isBinary: Bool {
    // Tab, line feed, form feed, carriage return and escape are text. The last character may be cut
    // off.
    bytes.contains { $0 < 0x20 && !Self.isBlank($0) && $0 != 0x1B }
      || !(0..<4).contains { String(bytes: bytes.dropLast($0), encoding: .utf8) != nil }
  }

  private func has(_ names: [String]) -> Bool {
    text.indices.contains { isElement(names, at: $0) }
  }

  private func isElement(_ names: [String], at place: Int) -> Bool {
    guard place < text.count, text[place] == UInt8(ascii: "<") else { return false }
    return names.contains { name in
      let end = place + name.utf8.count
      guard Self.holds(name, text, at: place) else { return false }
      // A proxy may forward the beginning of a page alone.
      return end == text.count || Self.isBlank(text[end]) || "/>=".utf8.contains(text[end])
    }
  }

  private static func holds(_ name: String, _ text: [UInt8], at place: Int) -> Bool {
    text[place...].starts(with: name.utf8)
  }

  private static func find(_ name: String, _ text: [UInt8], from start: Int) -> Int? {
    (start..<text.count).first { holds(name, text, at: $0) }
  }

  /// Returns the text without comments; one without an end reaches to the end of the text.
  static func withoutComments(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var place = 0
    while let start = find("<!--", text, from: place) {
      result += text[place..<start]
      guard let end = find("-->", text, from: start) else { return result }
      place = end + 3
    }
    return result + text[place...]
  }

  // Removes leading spaces, and the bytes of a byte order mark.
  private static func trimmed(_ text: [UInt8]) -> [UInt8] {
    Array(text.drop { isBlank($0) || [0xEF, 0xBB, 0xBF].contains($0) })
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
  }

  // The elements of the standard but for `a` and `b`, which stand in ordinary text too, and others
  // that the page of a portal may begin with.
  private static let openings = [
    "<!doctype html", "<html", "<head", "<body", "<script", "<iframe", "<h1", "<h2", "<h3", "<div",
    "<font", "<table", "<style", "<title", "<br", "<meta", "<form", "<center", "<link", "<span",
    "<wml", "<a href", "<p",
  ]
  private static let roots = ["<!doctype html", "<html", "<wml"]
  private static let parts = ["<!doctype html", "<html", "<head", "<body", "<script", "<meta"]
  private static let acknowledgements = [
    "ok", "okay", "success", "accepted", "received", "done", "true", "1",
  ]
}
