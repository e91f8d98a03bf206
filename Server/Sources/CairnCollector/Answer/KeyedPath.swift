import Foundation

/// A path with a write key at its end, such as `/v1/settings/<write key>`.
struct KeyedPath: Sendable {
  static let all = [SettingsEndpoint.path, ConfigEndpoint.path]

  let prefix: String

  /// As the table of routes has it.
  var pattern: String { prefix + "*" }

  /// The key in the path of a request; nil for another path.
  func key(in path: String) -> String? {
    guard path.hasPrefix(prefix) else { return nil }
    let key = path.dropFirst(prefix.count)
    return key.isEmpty || key.contains("/") ? nil : key.removingPercentEncoding
  }
}
