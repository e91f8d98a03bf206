import Foundation
package import Testing

/// The Python with the external software of the tests: the vendors' clients, schema validators,
/// real servers.
///
/// `Scripts/bootstrap` installs it in `.venv`; `CAIRN_PYTHON` names another one.
package enum Python {
  package static let path: String? = {
    let path =
      ProcessInfo.processInfo.environment["CAIRN_PYTHON"] ?? Checkout.path(".venv/bin/python3")
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }()

  package struct Missing: Error {}

  /// Runs a script of the folder Scripts, and returns its output lines.
  package static func run(_ script: String, _ arguments: [String] = [], lines: [[UInt8]])
    async throws -> [String]
  {
    let input = lines.map { Data($0) + Data("\n".utf8) }.reduce(Data(), +)
    let output = try await start(script, arguments).finish(input)
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Starts a script of the folder Scripts.
  package static func start(_ script: String, _ arguments: [String] = []) throws -> Tool {
    guard let path else { throw Missing() }
    return try Tool([path, Checkout.path("Tests/Counterparts/Scripts/\(script)")] + arguments)
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test when there is no Python.
  package static var needsPython: Self {
    .enabled(if: Python.path != nil, "no Python: run Scripts/bootstrap, or set CAIRN_PYTHON")
  }
}

/// The folder of this package.
enum Checkout {
  // This file is in Tests/Counterparts.
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func path(_ path: String) -> String { root.appending(path: path).path() }
}
