#if Server
public import Cairn
public import Logging

extension Configuration {
  /// Sends what the SDK says about itself to swift-log, instead of to standard error.
  ///
  /// Levels bear the same names there. The code, such as `event.tooLarge`, is in the metadata as `code`. Everything is
  /// passed on: the logger's own level decides what is written. Called on any thread.
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
#endif
