import Cairn
import Foundation

/// The orders to a process on its standard input, one per line; when the input ends, the process
/// exits.
final class Orders: Sendable {
  private let lines = Locked<[String]>([])

  func listen() {
    Thread.detachNewThread { [self] in
      while let line = readLine() { lines.withLock { $0.append(line) } }
      exit(0)
    }
  }

  func take() -> [[Substring]] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines.map { $0.split(separator: " ") }
    }
  }

  /// Responds to the process that gave the order.
  ///
  /// Does not use `fflush`, which waits for the reading thread.
  static func say(_ line: String) {
    var line = line + "\n"
    _ = line.withUTF8 { write(1, $0.baseAddress, $0.count) }
  }
}
