/// System calls of a running process that strace makes fail or slow.
struct Injection {
  var name: String
  var expression: String

  private init(_ calls: String, _ what: String, _ when: String) {
    name = "\(calls) \(what)"
    let names = calls.split(separator: ",").map { "?\($0)" }.joined(separator: ",")
    expression = "inject=\(names):\(what):when=\(when)"
  }

  /// The calls are selected by number, so that some succeed and some do not.
  static let all = [
    Injection("pwrite64", "error=EIO", "2+3"), Injection("pwrite64", "error=ENOSPC", "1+2"),
    Injection("pwrite64", "error=EINTR", "1+2"), Injection("fdatasync,fsync", "error=EIO", "1+1"),
    Injection("fdatasync,fsync", "error=EIO", "2+3"),
    Injection("fdatasync,fsync", "delay_enter=50000", "1+1"),
    Injection("openat", "error=EMFILE", "3+5"), Injection("openat", "error=EINTR", "2+2"),
    Injection("rename,renameat", "error=EIO", "1+2"),
    Injection("unlink,unlinkat", "error=EIO", "1+2"), Injection("getdents64", "error=EIO", "2+3"),
    Injection("flock", "error=EINTR", "1+2"), Injection("pread64", "error=EIO", "2+5"),
    Injection("pwrite64", "delay_exit=3000", "1+3"),
  ]
}
