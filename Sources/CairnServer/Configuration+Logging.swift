#if Server
public import Cairn
public import Logging

extension Configuration {
  /// Sends the SDK's log lines to swift-log instead of standard error.
  ///
  /// The levels have the same names in swift-log. The code, such as `event.tooLarge`, is in the
  /// metadata as `code`. All lines are passed on, and the logger's own level determines which are
  /// written. The logger is called on any thread.
  ///
  /// - Parameter logger: For example `Logger(label: "cairn")`.
  public mutating func log(to logger: Logger) {
    diagnostics = { line in
      logger.log(
        level: Logger.Level(line.level), "\(line.message)", metadata: ["code": "\(line.code)"],
        source: "Cairn")
    }
  }
}

extension Logger.Level {
  init(_ level: Diagnostic.Level) {
    self =
      switch level {
      case .trace: .trace
      case .debug: .debug
      case .notice: .notice
      case .warning: .warning
      case .error: .error
      }
  }
}
#endif
