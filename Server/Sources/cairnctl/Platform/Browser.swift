import Foundation

/// The browser of the person who runs the tool.
enum Browser {
  /// Opens a page; returns false where no program for that is known.
  static func open(_ url: String) -> Bool {
    guard let program else { return false }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [url]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return (try? process.run()) != nil
  }

  private static var program: String? {
    let files = FileManager.default
    // On Linux, a program with the name of macOS's does something else.
    if files.fileExists(atPath: "/System/Library/CoreServices") { return "/usr/bin/open" }
    let environment = ProcessInfo.processInfo.environment
    // Without a display, a browser of the terminal would take the terminal.
    guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return nil }
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/xdg-open" }.first(where: files.isExecutableFile)
  }
}
