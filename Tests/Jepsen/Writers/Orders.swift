import Cairn
import Foundation

/// What a process is told through its standard input, a line each; when the input ends, the process does.
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

  /// Answers the process that gave the order.
  ///
  /// Not with `fflush`, which waits for the thread that reads.
  static func say(_ line: String) {
    var line = line + "\n"
    _ = line.withUTF8 { write(1, $0.baseAddress, $0.count) }
  }
}
