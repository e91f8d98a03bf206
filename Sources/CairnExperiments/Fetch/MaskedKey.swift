import Foundation

/// Keys, as they may stand in a log.
enum MaskedKey {
  /// The text without the key, also where it stands as in an address.
  static func hide(_ key: String, in text: String) -> String {
    guard !key.isEmpty else { return text }
    let allowed: [CharacterSet] = [.urlPathAllowed, .urlQueryAllowed, .alphanumerics]
    let forms = [key] + allowed.compactMap { key.addingPercentEncoding(withAllowedCharacters: $0) }
    return forms.reduce(text) { $0.replacingOccurrences(of: $1, with: masked(key)) }
  }

  /// Enough to tell one from another: `sk_l…`; of a short one nothing.
  static func masked(_ key: String) -> String { key.count < 12 ? "…" : "\(key.prefix(4))…" }
}
