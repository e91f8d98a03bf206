/// The table: every call that the SDK makes to the disk, every class of errors, and when.
enum FaultMatrix {
  private static let calls = [
    "pwrite", "open", "fdatasync", "fsync", "pread", "unlink", "mkdir", "flock", "list", "fstat",
  ]
  /// Those of a class take turns from call to call.
  private static let classes = [
    ["EINTR"], ["ENOSPC", "EDQUOT", "EFBIG"], ["EROFS", "EACCES", "EPERM"], ["EMFILE", "ENFILE"],
    ["EIO", "ENXIO"], ["ENOENT", "ESTALE"], ["EBADF", "EINVAL"],
  ]

  /// A death in each of the first calls that a thread makes.
  static let deaths: [SystemFault] = {
    let depths = ["pwrite": 40, "open": 20, "fdatasync": 12, "unlink": 8, "pread": 8]
    let deaths = depths.sorted { $0.key < $1.key }.flatMap { call, depth in
      (1...depth).map { SystemFault(call: call, error: "SIGKILL", when: .once($0)) }
    }
    return part(deaths)
  }()

  /// In a debug build a part of it in which everything takes its turn.
  static let faults: [SystemFault] = {
    var faults: [SystemFault] = []
    for (row, call) in calls.enumerated() {
      for (column, errors) in classes.enumerated() {
        let error = errors[row % errors.count]
        // Which call it is changes from field to field.
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
  /// Some errors no system reports, and some nobody can tell from something else.
  fileprivate var isPossible: Bool {
    switch (call, error) {
    // A call that is interrupted is made again, for as long as it takes.
    case (_, "EINTR"): ends
    // The C library takes this one for the end of a folder, as POSIX wants it.
    case ("list", "ENOENT"): false
    // An open file is there.
    case ("fstat", "ENOENT"), ("flock", "ENOENT"): false
    default: true
    }
  }
}
