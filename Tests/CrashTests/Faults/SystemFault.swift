/// A system call that fails with a given error, once, for a while, or permanently.
///
/// Calls are counted for each thread, from the time at which the folder is opened.
struct SystemFault: CustomStringConvertible {
  /// The calls that fail.
  enum When: CustomStringConvertible {
    case once(Int)
    case between(Int, Int)
    case from(Int)

    var description: String {
      switch self {
      case .once(let number): "\(number)"
      case .between(let first, let last): "\(first)..\(last)"
      case .from(let first): "\(first)+"
      }
    }
  }

  /// The name of the call in the SDK; systems have several variants of some.
  var call: String
  /// The error; `SIGKILL` for a call during which the process dies.
  var error: String
  var when: When

  var isDeadly: Bool { error == "SIGKILL" }

  var ends: Bool {
    if case .from = when { return false }
    return true
  }

  /// Whether the system reports that an existing file is gone: then an event may be delivered
  /// twice.
  var isLie: Bool { error == "ENOENT" || error == "ESTALE" }

  /// The argument of `strace -e`.
  var injection: String {
    let names = Self.names[call] ?? [call]
    let kind = isDeadly ? "signal" : "error"
    return "inject=\(names.map { "?\($0)" }.joined(separator: ",")):\(kind)=\(error):when=\(when)"
  }

  var description: String { "\(call) says \(error), \(when)" }

  private static let names = [
    "pwrite": ["pwrite64"], "pread": ["pread64"], "open": ["openat"],
    "unlink": ["unlink", "unlinkat"], "mkdir": ["mkdir", "mkdirat"],
    "list": ["getdents64"], "fstat": ["fstat", "newfstatat"],
  ]
}
