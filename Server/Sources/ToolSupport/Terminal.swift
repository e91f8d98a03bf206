import Foundation

/// The properties of the output.
package struct Terminal: Sendable {
  /// Whether lines can be redrawn in place.
  package let isInteractive: Bool
  /// Whether colours are wanted; see no-color.org.
  package let hasColors: Bool

  private let descriptor: Int32

  package static let standardOutput = Terminal(STDOUT_FILENO)
  package static let standardError = Terminal(STDERR_FILENO)

  private init(_ descriptor: Int32) {
    let environment = ProcessInfo.processInfo.environment
    self.descriptor = descriptor
    isInteractive = isatty(descriptor) == 1 && environment["TERM"] != "dumb"
    hasColors = isInteractive && (environment["NO_COLOR"] ?? "").isEmpty
  }

  /// The number of characters in a line, which is read each time because windows change.
  package var width: Int {
    var size = winsize()
    let status = ioctl(descriptor, UInt(TIOCGWINSZ), &size)
    return status == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  /// Writes at once; a failure is ignored.
  package func write(_ text: String) {
    try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
      .write(contentsOf: Data(text.utf8))
  }

  package func green(_ text: String) -> String { colored(text, "32") }
  package func red(_ text: String) -> String { colored(text, "1;31") }
  package func bold(_ text: String) -> String { colored(text, "1") }
  package func dim(_ text: String) -> String { colored(text, "2") }

  private func colored(_ text: String, _ code: String) -> String {
    hasColors ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
