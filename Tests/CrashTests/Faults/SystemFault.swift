/// A system call that fails in a way of its own, once, for a while, or from then on.
///
/// Counted in each thread by itself, from the moment the folder is about to be opened.
struct SystemFault: CustomStringConvertible {
  /// Which of the calls fail.
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

  /// The call as the SDK knows it; systems have several of some.
  var call: String
  /// `SIGKILL` for a call during which the process dies.
  var error: String
  var when: When

  var isDeadly: Bool { error == "SIGKILL" }

  var ends: Bool {
    if case .from = when { return false }
    return true
  }

  /// The system says that something is gone which is there: then an event may come once more.
  var isLie: Bool { error == "ENOENT" || error == "ESTALE" }

  /// For `strace -e`.
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
