#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Writes lines to the process's standard error.
package enum StandardError {
  package static func write(_ diagnostic: Diagnostic, from level: Diagnostic.Level) {
    guard diagnostic.level >= level else { return }
    write("cairn: \(diagnostic.level) \(diagnostic.code): \(diagnostic.message)")
  }

  package static func write(_ line: String) {
    var bytes = Array((line + "\n").utf8)
    // One call, so that lines of several threads do not mix. A failure is ignored.
    withoutPipeSignal {
      bytes.withUnsafeMutableBytes { systemWrite(2, $0.baseAddress, $0.count) }
    }
  }

  /// Writes without `SIGPIPE`: if the reader of the log has ended, a failed write does not end the
  /// process.
  ///
  /// The signal is sent to the thread that writes. While it is blocked it is pending, and it is
  /// removed before it is unblocked; a signal that was pending before is left to the process.
  private static func withoutPipeSignal(_ write: () -> Int) {
    var pipeSignal = sigset_t()
    var before = sigset_t()
    sigemptyset(&pipeSignal)
    sigaddset(&pipeSignal, SIGPIPE)
    let wasPending = isPending(SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipeSignal, &before)
    if write() < 0, errno == EPIPE, !wasPending, isPending(SIGPIPE) {
      var signal: Int32 = 0
      sigwait(&pipeSignal, &signal)
    }
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  private static func isPending(_ signal: Int32) -> Bool {
    var pending = sigset_t()
    sigpending(&pending)
    return sigismember(&pending, signal) == 1
  }
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
