extension Analytics {
  /// The lowest level that is written to the log, from now on.
  ///
  /// The first value is `Configuration.logLevel`. It can be changed from any thread, such as by a
  /// switch in a debug menu, and lasts until the end of the instance. It has no effect on a closure
  /// in `Configuration.diagnostics`, which gets the lines of all levels.
  public var logLevel: Diagnostic.Level {
    get { logThreshold.level }
    set {
      logThreshold.level = newValue
      whenOpen { $0.followLogLevel() }
    }
  }
}
