#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The tool that makes system calls of a running process fail.
package enum Strace {
  /// The reason why it cannot be used; nil when it can.
  package static let obstacle: String? = {
    guard let child = try? Child("sleep", ["60"]) else { return "no processes can be started" }
    defer {
      child.send(SIGKILL)
      child.wait()
    }
    do {
      let strace = try attach(to: child.pid, "inject=mkdir:error=EIO")
      strace.send(SIGKILL)
      strace.wait()
      return nil
    } catch {
      return "strace cannot be used here (apt-get install strace; ptrace_scope 0): \(error)"
    }
  }()

  /// Whether tests that need it run: also when it cannot be used, if they must fail then.
  package static var isDue: Bool { obstacle == nil || Obligation.isInCI }

  /// Returns when every thread of the process, and those that it will start, have the fault.
  ///
  /// Other programs that it starts have not: one makes the backtrace of a crash.
  package static func attach(to pid: Int32, _ injection: String) throws -> Child {
    let strace = try Child(
      "sh",
      [
        "-c", "exec strace \"$@\" 2>&1", "strace", "-f", "-b", "execve", "-o", "/dev/null",
        "-p", "\(pid)", "-e", injection,
      ])
    let line = strace.readLine() ?? ""
    guard line.contains("attached") else {
      strace.wait()
      throw MachineFailure(text: line)
    }
    return strace
  }
}
