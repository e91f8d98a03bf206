#if Server
import Cairn
import Logging

extension Logger.Level {
  init(_ level: Diagnostic.Level) {
    self =
      switch level {
      case .debug: .debug
      case .notice: .notice
      case .warning: .warning
      case .error: .error
      }
  }
}
#endif
