import Foundation

/// Removes secrets from a server's text that the server may have copied from the request, because
/// keys must not be stored.
struct ResponseSecretFilter {
  /// The minimum length of a secret; shorter texts would match parts of words.
  private static let shortest = 6
  /// The number of bytes of a response that are searched, which is far more than are kept.
  private static let maximumBytes = 16_384

  private let secrets: [String]

  init(_ secrets: [String]) {
    // One secret may be a part of another.
    self.secrets = secrets.filter { $0.utf8.count >= Self.shortest }.sorted { $0.count > $1.count }
  }

  func text(_ text: String) -> String {
    secrets.reduce(text) { $0.replacingOccurrences(of: $1, with: "[hidden]") }
  }

  /// The beginning of a body; nil when it is empty.
  func text(_ body: [UInt8]) -> String? {
    guard !body.isEmpty else { return nil }
    return text(String(decoding: body.prefix(Self.maximumBytes), as: UTF8.self))
  }
}
