/// The table of faults: every disk call of the SDK, every class of errors, and the time of the
/// fault.
enum FaultMatrix {
  private static let calls = [
    "pwrite", "open", "fdatasync", "fsync", "pread", "unlink", "mkdir", "flock", "list", "fstat",
  ]
  /// The errors of a class alternate from call to call.
  private static let classes = [
    ["EINTR"], ["ENOSPC", "EDQUOT", "EFBIG"], ["EROFS", "EACCES", "EPERM"], ["EMFILE", "ENFILE"],
    ["EIO", "ENXIO"], ["ENOENT", "ESTALE"], ["EBADF", "EINVAL"],
  ]

  /// A death in each of the first calls of a thread.
  static let deaths: [SystemFault] = {
    let depths = ["pwrite": 40, "open": 20, "fdatasync": 12, "unlink": 8, "pread": 8]
    let deaths = depths.sorted { $0.key < $1.key }.flatMap { call, depth in
      (1...depth).map { SystemFault(call: call, error: "SIGKILL", when: .once($0)) }
    }
    return part(deaths)
  }()

  /// In a debug build, a selection in which every value occurs.
  static let faults: [SystemFault] = {
    var faults: [SystemFault] = []
    for (row, call) in calls.enumerated() {
      for (column, errors) in classes.enumerated() {
        let error = errors[row % errors.count]
        // The number of the call changes from field to field.
        let first = 1 + (row * 5 + column * 3) % 11
        for when in [.once(first), .between(first, first + 7), .from(first)] as [SystemFault.When] {
          let fault = SystemFault(call: call, error: error, when: when)
          if fault.isPossible { faults.append(fault) }
        }
      }
    }
    return part(faults)
  }()

  private static func part(_ faults: [SystemFault]) -> [SystemFault] {
    #if DEBUG
    stride(from: 0, to: faults.count, by: 7).map { faults[$0] }
    #else
    faults
    #endif
  }
}

extension SystemFault {
  /// Whether the fault is possible: no system reports some errors, and some cannot be distinguished
  /// from normal results.
  fileprivate var isPossible: Bool {
    switch (call, error) {
    // An interrupted call is repeated until it succeeds.
    case (_, "EINTR"): ends
    // The C library treats this error as the end of a folder, as POSIX requires.
    case ("list", "ENOENT"): false
    // An open file exists.
    case ("fstat", "ENOENT"), ("flock", "ENOENT"): false
    default: true
    }
  }
}
