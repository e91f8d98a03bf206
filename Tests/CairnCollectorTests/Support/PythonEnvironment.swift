import Foundation

/// The Python that has the official clients.
enum PythonEnvironment {
  struct Missing: Error, CustomStringConvertible {
    var path: String
    var description: String {
      "no Python at \(path): run Scripts/bootstrap, or set CAIRN_PYTHON to the Python of a virtual "
        + "environment that has segment-analytics-python"
    }
  }

  /// `CAIRN_PYTHON`, or else the package's own `.venv`.
  static func find(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws
    -> String
  {
    let path = environment["CAIRN_PYTHON"] ?? packageRoot + ".venv/bin/python3"
    guard FileManager.default.isExecutableFile(atPath: path) else { throw Missing(path: path) }
    return path
  }

  // This file is in Tests/CairnCollectorTests/Support.
  private static var packageRoot: String {
    var url = URL(filePath: #filePath)
    for _ in 0..<4 { url.deleteLastPathComponent() }
    return url.path()
  }
}
