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
/// A lock belongs to an open file, and a child of `fork(2)` has the parent's files open: whatever the parent closes would
/// stay locked for as long as the child lives, and nobody could deliver or clear away.
final class LockedDescriptors: Sendable {
  static let shared = LockedDescriptors()

  private let descriptors = Locked<Set<Int32>>([])

  var mutexForFork: ForkMutex { descriptors.mutexForFork }

  func add(_ descriptor: Int32) { descriptors.withLock { _ = $0.insert(descriptor) } }

  /// Whether it was locked.
  @discardableResult
  func remove(_ descriptor: Int32) -> Bool {
    descriptors.withLock { $0.remove(descriptor) != nil }
  }

  /// In the child: the parent's locks are the parent's alone.
  ///
  /// The numbers stay taken, by files that hold nothing, since somebody may still close them.
  func letGo() {
    let all = descriptors.withLock { descriptors in
      defer { descriptors = [] }
      return descriptors
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
