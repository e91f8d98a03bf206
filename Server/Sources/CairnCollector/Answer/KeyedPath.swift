import Foundation

/// A path with a write key at its end, such as `/v1/settings/<write key>`.
struct KeyedPath: Sendable {
  static let all = [SettingsEndpoint.path, ConfigEndpoint.path]

  let prefix: String

  /// The pattern of the path in the table of routes.
  var pattern: String { prefix + "*" }

  /// Returns the key in the path of a request; nil for a different path.
  func key(in path: String) -> String? {
    guard path.hasPrefix(prefix) else { return nil }
    let key = path.dropFirst(prefix.count)
    return key.isEmpty || key.contains("/") ? nil : key.removingPercentEncoding
  }
}
