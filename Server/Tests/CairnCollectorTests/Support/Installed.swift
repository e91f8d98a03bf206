import Foundation

/// The programs that the tests need, and whether a test may go without them.
enum Installed {
  /// Whether a test may not be skipped because a program is missing.
  static let isInCI = ProcessInfo.processInfo.environment["CI"] == "true"

  static func path(of name: String) -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return (path.split(separator: ":").map(String.init) + ["/usr/sbin"]).map { "\($0)/\(name)" }
      .first(where: FileManager.default.isExecutableFile)
  }
}
