package import Foundation

/// A link without what is nobody's business: user and password, fragment, and the values of secret query keys.
package struct CleanLink: Sendable {
  /// The most characters of a link, and of a part of it.
  static let longest = 2_048
  /// The most query items that are looked at.
  static let mostItems = 64

  package let url: String
  package let scheme: String?
  package let host: String?
  package let path: String
  /// By name, decoded; of two of one name the first.
  package let query: [String: String]

  /// Nil when it is no link that can be taken apart: then nothing of it is known to be harmless.
  package init?(_ link: URL, dropping secrets: Set<String>) {
    guard var parts = URLComponents(url: link, resolvingAgainstBaseURL: true) else { return nil }
    parts.user = nil
    parts.password = nil
    // Sign-in services put tokens there.
    parts.fragment = nil
    let items = (parts.queryItems ?? []).prefix(Self.mostItems).compactMap {
      Self.clean($0, secrets)
    }
    parts.queryItems = items.isEmpty ? nil : items
    guard let text = parts.string else { return nil }
    url = String(text.prefix(Self.longest))
    scheme = parts.scheme?.lowercased()
    host = parts.host
    path = String(parts.path.prefix(Self.longest))
    query = Dictionary(
      items.map { ($0.name, String(($0.value ?? "").prefix(Self.longest))) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Nil for a secret; a link in a value is cleaned as well.
  private static func clean(_ item: URLQueryItem, _ secrets: Set<String>) -> URLQueryItem? {
    guard !isSecret(item.name, secrets) else { return nil }
    guard let value = item.value, value.contains("://"), value.count <= longest,
      let inner = URL(string: value)
    else { return item }
    return URLQueryItem(name: item.name, value: CleanLink(inner, dropping: secrets)?.url)
  }

  private static func isSecret(_ name: String, _ secrets: Set<String>) -> Bool {
    secrets.contains(name.lowercased())
  }
}
