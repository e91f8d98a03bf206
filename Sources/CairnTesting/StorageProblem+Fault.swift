import Cairn
import Foundation

extension StorageProblem {
  /// Returns the fault of a call on a disk with this problem.
  func fault(of call: FaultyFileSystem.Call) -> FaultyFileSystem.Fault {
    fails(call.name) ? .fail(code) : .none
  }

  private func fails(_ call: String) -> Bool {
    switch self {
    case .noSpace: call == "write"
    case .readOnly: ["mkdir", "create", "write", "move", "remove"].contains(call)
    case .descriptors: ["list", "open", "create"].contains(call)
    case .notDurable: ["sync", "syncDirectory"].contains(call)
    default: true
    }
  }

  private var code: Int32 {
    switch self {
    case .noSpace: ENOSPC
    case .readOnly: EROFS
    case .locked: EPERM
    case .descriptors: EMFILE
    case .vanished: ENOENT
    case .descriptorLost: EBADF
    default: EIO
    }
  }
}
