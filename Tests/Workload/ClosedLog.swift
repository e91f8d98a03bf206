import Cairn
import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The command `complain`: writes to a standard error that nobody reads any more.
enum ClosedLog {
  static func run() {
    // As a program has it that does nothing about signals; tests leave it ignored.
    signal(SIGPIPE, SIG_DFL)
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0, dup2(ends[1], 2) == 2 else { exit(4) }
    close(ends[0])
    close(ends[1])
    for number in 1...3 {
      StandardError.write(Diagnostic(.error, "test", "line \(number)"), from: .debug)
    }
    // What the program itself does wrong is still its own.
    var set = sigset_t()
    sigpending(&set)
    print(sigismember(&set, SIGPIPE) == 0 ? "alive" : "pending")
  }
}
