import Foundation

extension HTTPResponse {
  /// True for a page of HTML, whatever its type and encoding say; such a page comes from a captive
  /// portal or a proxy, because destinations answer with JSON, a word or nothing.
  ///
  /// A page of type text/html that is a few words without a tag cannot be told from a server's "ok",
  /// because some frameworks send all text as text/html.
  var isPage: Bool {
    let beginning = PageBeginning(body)
    switch mediaType {
    case "text/html", "application/xhtml+xml":
      return beginning.isBinary || (beginning.hasTag && !isJSON)
    case nil, "text/plain", "application/octet-stream", "application/unknown", "unknown/unknown":
      return beginning.startsAsPage || (beginning.namesPart && !isJSON)
        || (beginning.isBinary && isEncoded)
    default:
      return beginning.startsAsPage
    }
  }

  // A transport decodes the encodings that it asks for; what it did not ask for stays encoded.
  private var isEncoded: Bool {
    guard let encoding = headers["content-encoding"] else { return false }
    return encoding.trimmingCharacters(in: .whitespaces).lowercased() != "identity"
  }
}

/// The first bytes of a body, in lower case and without what an encoding puts between the letters.
private struct PageBeginning {
  private let bytes: [UInt8]
  private let text: String

  init(_ body: [UInt8]) {
    // As many bytes as a browser looks at are 1,445; in UTF-16 a letter has two.
    let prefix = body.prefix(3000)
    bytes = prefix.filter { $0 != 0x00 && $0 != 0xFE && $0 != 0xFF }
    text = String(decoding: bytes, as: UTF8.self).lowercased()
      .trimmingCharacters(in: Self.blanks)
  }

  /// True when the body begins as section 7.1 of the MIME Sniffing Standard
  /// (https://mimesniff.spec.whatwg.org) has it for pages: with a tag, and a space or `>` behind it.
  var startsAsPage: Bool {
    Self.openings.contains { name in
      guard text.hasPrefix(name) else { return false }
      let next = text.dropFirst(name.count).first
      return next.map { $0.isWhitespace || $0 == ">" || $0 == "/" } ?? false
    } || text.hasPrefix("<!--")
  }

  /// True when an element that only pages have is somewhere in it.
  var namesPart: Bool { Self.parts.contains { text.contains($0) } }

  /// True when anything in it looks like a tag.
  var hasTag: Bool {
    zip(bytes, bytes.dropFirst()).contains { first, second in
      guard first == UInt8(ascii: "<") else { return false }
      return Self.tagMarks.contains(second | 0x20)
    }
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

  private static let openings = [
    "<!doctype html", "<html", "<head", "<script", "<iframe", "<h1", "<div", "<font", "<table",
    "<a",
    "<style", "<title", "<b", "<body", "<br", "<p", "<meta",
  ]
  private static let parts = ["<!doctype html", "<html", "<head>", "<body", "<script", "<meta "]
  // A letter, `!`, `/` or `?`; the bit of lower case is set in all of them.
  private static let tagMarks = Set("abcdefghijklmnopqrstuvwxyz!/?".utf8)
  // Tab, line feed, form feed, carriage return, escape.
  private static let textControls: Set<UInt8> = [0x09, 0x0A, 0x0C, 0x0D, 0x1B]
  private static let blanks = CharacterSet.whitespacesAndNewlines
    .union(CharacterSet(charactersIn: "\u{FEFF}\u{FFFD}"))
}
