#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The files that this process has locked.
///
/// A lock belongs to an open file, and a child of `fork(2)` inherits the parent's open files. A
/// file that the parent closes would therefore stay locked while the child runs, and no process
/// could deliver or remove files.
final class LockedDescriptors: Sendable {
  static let shared = LockedDescriptors()

  private struct State {
    var own: Set<Int32> = []
    /// The descriptors of the process that this one was forked from.
    var inherited: Set<Int32> = []
  }

  private let state = Locked(State())

  var mutexForFork: ForkMutex { state.mutexForFork }

  func add(_ descriptor: Int32) { state.withLock { _ = $0.own.insert(descriptor) } }

  /// Removes a descriptor; returns whether this process locked it.
  ///
  /// Otherwise the lock belongs to the parent process, which has the same open file, and must not
  /// be released.
  @discardableResult
  func remove(_ descriptor: Int32) -> Bool {
    state.withLock { state in
      state.inherited.remove(descriptor)
      return state.own.remove(descriptor) != nil
    }
  }

  /// Records in the child, before it closes any file, that the parent holds the locks.
  func inherit() {
    state.withLock { state in
      state.inherited.formUnion(state.own)
      state.own = []
    }
  }

  /// Runs on scratch values what runs in a child, see `ForkGuard.Member.rehearse`.
  static func rehearseFork() {
    let scratch = LockedDescriptors()
    scratch.add(open("/dev/null", O_RDWR | O_CLOEXEC))
    scratch.inherit()
    for descriptor in scratch.letGo() { close(descriptor) }
  }

  /// Gives up the parent's locks in the child, and returns the numbers of the files.
  ///
  /// The descriptor numbers stay in use by files without locks, because other code may still close
  /// them.
  @discardableResult
  func letGo() -> Set<Int32> {
    let all = state.withLock { state in
      defer { state.inherited = [] }
      return state.inherited
    }
    for descriptor in all {
      close(descriptor)
      let empty = open("/dev/null", O_RDWR | O_CLOEXEC)
      guard empty >= 0, empty != descriptor else { continue }
      dup2(empty, descriptor)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      close(empty)
    }
    return all
  }
}
