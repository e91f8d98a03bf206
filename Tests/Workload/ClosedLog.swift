import Cairn
import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The command `complain`: writes to a standard error whose reader is gone.
enum ClosedLog {
  static func run() {
    // The default of a program without signal handling; tests ignore the signal.
    signal(SIGPIPE, SIG_DFL)
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0, dup2(ends[1], 2) == 2 else { exit(4) }
    close(ends[0])
    close(ends[1])
    for number in 1...3 {
      StandardError.write(Diagnostic(.error, "test", "line \(number)"), from: .debug)
    }
    // Errors of the program itself still end it.
    var set = sigset_t()
    sigpending(&set)
    print(sigismember(&set, SIGPIPE) == 0 ? "alive" : "pending")
  }
}
