import Foundation

/// The Python of the project's virtual environment, or of the machine.
enum Python {
  static func hasModule(_ name: String) -> Bool {
    (try? run("import \(name); print(1)", "")) == "1\n"
  }

  static func run(_ program: String, _ input: String) throws -> String {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data(input.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [path, "-c", program]
    process.standardInput = try FileHandle(forReadingFrom: file)
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: printed, as: UTF8.self)
  }

  private static var path: String {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let own = root.appendingPathComponent(".venv/bin/python3").path
    return FileManager.default.isExecutableFile(atPath: own) ? own : "python3"
  }
}
