#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Writes to the process's standard error, a line each.
package enum StandardError {
  package static func write(_ diagnostic: Diagnostic, from level: Diagnostic.Level) {
    guard diagnostic.level >= level else { return }
    write("cairn: \(diagnostic.level) \(diagnostic.code): \(diagnostic.message)")
  }

  package static func write(_ line: String) {
    var bytes = Array((line + "\n").utf8)
    // One call, so that lines of several threads do not mix. Nobody can be told when it fails.
    _ = bytes.withUnsafeMutableBytes { systemWrite(2, $0.baseAddress, $0.count) }
  }
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
