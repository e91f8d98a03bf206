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

  /// Whether this process has locked it: then the lock is its own to give back, and not that of the process that it was
  /// forked from, which has the same open file.
  @discardableResult
  func remove(_ descriptor: Int32) -> Bool {
    state.withLock { state in
      state.inherited.remove(descriptor)
      return state.own.remove(descriptor) != nil
    }
  }

  /// In the child, before it closes anything: what is locked the parent has locked.
  func inherit() {
    state.withLock { state in
      state.inherited.formUnion(state.own)
      state.own = []
    }
  }

  /// In the child: the parent's locks are the parent's alone.
  ///
  /// The numbers stay taken, by files that hold nothing, since somebody may still close them.
  func letGo() {
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
  }
}
