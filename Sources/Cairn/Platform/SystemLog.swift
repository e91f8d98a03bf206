#if canImport(os)
import os
#endif

/// Writes the SDK's lines to the platform's log: the unified log of Apple's systems, and standard
/// error elsewhere.
package enum SystemLog {
  package static let subsystem = "cairn"

  /// Writes the line if its level is at least `level`.
  package static func write(_ diagnostic: Diagnostic, from level: Diagnostic.Level) {
    #if canImport(os)
    guard diagnostic.level >= level else { return }
    let category = String(diagnostic.code.prefix { $0 != "." })
    let logger = Logger(subsystem: subsystem, category: category)
    let (code, message) = (diagnostic.code, diagnostic.message)
    // The lines of these levels name events and identifiers; those of the others name conditions.
    if diagnostic.level <= .debug {
      logger.log(level: .debug, "\(code, privacy: .public): \(message, privacy: .private)")
    } else {
      logger.log(
        level: diagnostic.level.osLogType, "\(code, privacy: .public): \(message, privacy: .public)"
      )
    }
    #else
    StandardError.write(diagnostic, from: level)
    #endif
  }
}

#if canImport(os)
extension Diagnostic.Level {
  fileprivate var osLogType: OSLogType {
    switch self {
    case .trace, .debug: .debug
    case .notice: .default
    case .warning, .error: .error
    }
  }
}
#endif
