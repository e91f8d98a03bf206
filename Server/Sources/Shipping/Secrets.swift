import Foundation

/// Removes the passwords of URLs from texts for people.
package struct Secrets: Sendable {
  private let words: [String]

  package init(_ urls: [String]) {
    words = urls.flatMap(Self.words).sorted { $0.utf8.count > $1.utf8.count }
  }

  package func removed(from text: String) -> String {
    words.reduce(text) { $0.replacing($1, with: "***") }
  }

  /// Everything between the first colon of the user information and the last `@`, and the
  /// parameter `password`; also for a URL that is not valid, which an error may quote.
  private static func words(_ url: String) -> [String] {
    var words: [String] = []
    if let scheme = url.firstRange(of: "://"), let end = url.lastIndex(of: "@"),
      scheme.upperBound < end,
      let colon = url[scheme.upperBound..<end].firstIndex(of: ":")
    {
      words.append(String(url[url.index(after: colon)..<end]))
    }
    for parameter in url.split(separator: "?").dropFirst().joined(separator: "?").split(
      separator: "&")
    where parameter.hasPrefix("password=") { words.append(String(parameter.dropFirst(9))) }
    return (words + words.compactMap(\.removingPercentEncoding)).filter { !$0.isEmpty }
  }
}
