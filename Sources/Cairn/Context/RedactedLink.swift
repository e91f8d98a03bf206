package import Foundation

/// A link without private parts: user name, password, fragment, and the values of secret query
/// keys.
///
/// Anything that cannot be cleaned is left out: a value that is a link nested too deeply, a value
/// that is percent-encoded too many times, and any other text that could hide the name of a secret.
package struct RedactedLink: Sendable {
  /// The maximum length of a link, and of a part of it, in bytes.
  package static let longest = 2_048
  /// The maximum number of query items that are examined.
  static let mostItems = 64
  /// The maximum depth to which links within links are examined.
  private static let deepest = 3
  /// The maximum length of a link that is parsed as a whole, in bytes; of a longer link only the
  /// beginning is parsed.
  private static let maximumDwell = 32_768

  package let url: String
  package let scheme: String?
  package let host: String?
  package let path: String
  /// The decoded values by decoded name; of several items with one name, the first.
  package let query: [String: String]

  /// Creates a clean link; nil when the link cannot be parsed, because then no part of it is known
  /// to be harmless.
  ///
  /// `longest` is the maximum length in bytes of the link and of each part. The names and values of
  /// the query together may take twice as many.
  package init?(_ link: URL, without secrets: SecretQueryKeys, longest: Int = Self.longest) {
    self.init(link, secrets, longest, depth: 0)
  }

  private init?(_ link: URL, _ secrets: SecretQueryKeys, _ longest: Int, depth: Int) {
    guard var parts = Self.parts(of: link) else { return nil }
    parts.user = nil
    parts.password = nil
    // Sign-in services put tokens into the fragment.
    parts.fragment = nil
    let given = parts.percentEncodedQueryItems ?? []
    let items = given.prefix(Self.mostItems).compactMap {
      Self.clean($0, secrets, longest, depth)
    }
    if items.count < given.count || items != given.prefix(items.count).map(\.self) {
      parts.percentEncodedQueryItems = items.isEmpty ? nil : items
    } else if items.isEmpty {
      parts.percentEncodedQueryItems = nil
    }
    if !Self.isPathPlain(parts.percentEncodedPath, secrets) { parts.percentEncodedPath = "" }
    guard let text = parts.string, Self.isPlain(parts.host ?? "", secrets) else { return nil }
    url = text.cut(toBytes: longest)
    scheme = parts.scheme?.lowercased()
    host = parts.host?.cut(toBytes: longest)
    path = parts.path.cut(toBytes: longest)
    query = Self.query(items, longest)
  }

  /// Parses the link, or its beginning if it is too long: a hostile link may have any length.
  private static func parts(of link: URL) -> URLComponents? {
    let text = link.absoluteString
    guard text.utf8.count > maximumDwell else {
      return URLComponents(url: link, resolvingAgainstBaseURL: true)
    }
    // Cut after a whole item, so that no incomplete percent-encoding is left.
    let start = text.cut(toBytes: maximumDwell)
    let end = start.lastIndex { "&?/".contains($0) } ?? start.startIndex
    return URLComponents(string: String(start[..<end]))
  }

  /// Returns the item, cleaned if its value is a link; nil for a secret and for an item that cannot
  /// be cleaned.
  private static func clean(
    _ item: URLQueryItem, _ secrets: SecretQueryKeys, _ longest: Int, _ depth: Int
  ) -> URLQueryItem? {
    guard !secrets.contains(item.name), isPlain(item.name, secrets) else { return nil }
    guard let value = item.value, !value.isEmpty else { return item }
    guard let decoded = SecretQueryKeys.decoded(value) else { return nil }
    guard isLink(decoded) else { return isPlain(value, secrets) ? item : nil }
    guard depth < deepest, decoded.utf8.count <= longest,
      let once = value.removingPercentEncoding
    else { return nil }
    // The value decoded once, and decoded completely when it was encoded more than once.
    for text in once == decoded ? [once] : [once, decoded] {
      guard let inner = URL(string: text),
        let clean = RedactedLink(inner, secrets, longest, depth: depth + 1)
      else { return nil }
      if clean.url == text { continue }
      return encoded(item.name, clean.url, secrets)
    }
    return isPlain(value, secrets) ? item : nil
  }

  private static func encoded(
    _ name: String, _ value: String, _ secrets: SecretQueryKeys
  ) -> URLQueryItem? {
    let allowed = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    guard let text = value.addingPercentEncoding(withAllowedCharacters: allowed),
      isPlain(text, secrets)
    else { return nil }
    return URLQueryItem(name: name, value: text)
  }

  /// Returns whether the text could be a link, or a part of one with a query.
  private static func isLink(_ text: String) -> Bool {
    text.contains("://") || text.hasPrefix("/") || text.contains("?") || text.contains("#")
  }

  /// Returns whether the path contains neither a link nor the name of a secret.
  private static func isPathPlain(_ path: String, _ secrets: SecretQueryKeys) -> Bool {
    guard let decoded = SecretQueryKeys.decoded(path) else { return false }
    let isLink = decoded.contains("://") || decoded.contains("?") || decoded.contains("#")
    return !isLink && isPlain(path, secrets)
  }

  /// Returns whether the text contains no secret's name, even if it was percent-encoded several
  /// times.
  private static func isPlain(_ text: String, _ secrets: SecretQueryKeys) -> Bool {
    guard let decoded = SecretQueryKeys.decoded(text) else { return false }
    guard text.utf8.count <= 2 * longest else {
      // Checking every name in a long text would take too long.
      return !decoded.utf8.contains { "=:>".utf8.contains($0) }
    }
    return !secrets.areIn(decoded) && !secrets.areIn(text)
  }

  /// Returns as many items as fit into the limit for the query, with each value cut to `longest`
  /// bytes.
  private static func query(_ items: [URLQueryItem], _ longest: Int) -> [String: String] {
    var query: [String: String] = [:]
    var room = 2 * longest
    for item in items {
      guard let name = item.name.removingPercentEncoding, query[name] == nil else { continue }
      let value = (item.value?.removingPercentEncoding ?? "").cut(toBytes: longest)
      room -= jsonBytes(name) + jsonBytes(value)
      guard room >= 0 else { break }
      query[name] = value
    }
    return query
  }

  private static func jsonBytes(_ text: String) -> Int {
    text.utf8.reduce(4) { $0 + ($1 < 0x20 ? 6 : $1 == 0x22 || $1 == 0x5C ? 2 : 1) }
  }
}
