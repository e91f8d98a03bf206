import Foundation

/// Removes keys from log texts.
enum MaskedKey {
  /// Returns the text without the key, also where the key is percent-encoded.
  static func hide(_ key: String, in text: String) -> String {
    guard !key.isEmpty else { return text }
    let allowed: [CharacterSet] = [.urlPathAllowed, .urlQueryAllowed, .alphanumerics]
    let forms = [key] + allowed.compactMap { key.addingPercentEncoding(withAllowedCharacters: $0) }
    return forms.reduce(text) { $0.replacingOccurrences(of: $1, with: masked(key)) }
  }

  /// Returns the start of the key, such as `sk_l…`, to distinguish keys; only `…` for a short key.
  static func masked(_ key: String) -> String { key.count < 12 ? "…" : "\(key.prefix(4))…" }
}
