#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Lets a child of `fork(2)` continue to record.
///
/// The child has a copy of the memory and only one thread. So the mutexes that recording needs are
/// held while the process forks: none of them stays locked by a thread that the child does not
/// have, and the data that they protect is consistent. Before `fork` returns in the child, each
/// instance begins its own lane there. Recording calls need no check.
final class ForkGuard: Sendable {
  static let shared = ForkGuard()

  /// The requirements of one instance.
  struct Member: Sendable {
    /// The mutexes to hold; several members may share one.
    var mutexes: [ForkMutex]
    /// The work in the child, which has only this thread, before `fork` returns.
    var goOnInChild: @Sendable () -> Void
    /// Does in the parent, before it forks, the same work on scratch values.
    ///
    /// Swift's runtime creates the metadata of a type when it is first used, under locks of its
    /// own. A thread that the child does not have may hold them, and the child would wait forever.
    /// A type that the parent has used already needs none of these locks.
    var rehearse: @Sendable () -> Void
  }

  /// The total time in seconds that a fork waits for recording threads, because a disk that hangs
  /// may block one of them.
  private static let patience = 10

  private struct State {
    var members: [Int: Member] = [:]
    /// The mutexes that are held between `prepare` and the end of the fork.
    var held: [ForkMutex] = []
    var nextNumber = 0
    /// Whether the members that there were at the last fork have rehearsed.
    var haveRehearsed = false
  }

  // Sendable: a mutex may be used from several threads.
  nonisolated(unsafe) private let registry: UnsafeMutablePointer<pthread_mutex_t>
  // Sendable: accessed only while the mutex is held.
  nonisolated(unsafe) private var state = State()

  private init() {
    registry = .allocate(capacity: 1)
    registry.initialize(to: pthread_mutex_t())
    pthread_mutex_init(registry, nil)
    // Apps on Apple's devices cannot fork.
    #if !canImport(Darwin) || os(macOS)
    pthread_atfork(
      { ForkGuard.shared.prepare() }, { ForkGuard.shared.goOnInParent() },
      { ForkGuard.shared.goOnInChild() })
    #endif
  }

  /// Adds a member and returns its number, for `remove`.
  func add(_ member: Member) -> Int {
    pthread_mutex_lock(registry)
    defer { pthread_mutex_unlock(registry) }
    state.nextNumber += 1
    state.members[state.nextNumber] = member
    state.haveRehearsed = false
    return state.nextNumber
  }

  func remove(_ number: Int) {
    pthread_mutex_lock(registry)
    let member = state.members.removeValue(forKey: number)
    pthread_mutex_unlock(registry)
    // The member may release its last references here, and not while other threads wait.
    withExtendedLifetime(member) {}
  }

  private func prepare() {
    pthread_mutex_lock(registry)
    rehearse()
    let mutexes = state.members.values.flatMap(\.mutexes)
    let all = Array(Set(mutexes).union([LockedDescriptors.shared.mutexForFork]))
    state.held = Self.hold(all) ? all : []
  }

  private func releaseHeld() {
    for mutex in state.held { mutex.unlock() }
    state.held = []
  }

  private func rehearse() {
    guard !state.haveRehearsed else { return }
    state.haveRehearsed = true
    releaseHeld()
    LockedDescriptors.rehearseFork()
    for member in state.members.values { member.rehearse() }
  }

  private func goOnInParent() {
    releaseHeld()
    pthread_mutex_unlock(registry)
  }

  private func goOnInChild() {
    let (isSafe, members) = (!state.held.isEmpty, state.members)
    goOnInParent()
    // Otherwise a thread that does not exist in the child may be in the middle of a change.
    guard isSafe else { return }
    LockedDescriptors.shared.inherit()
    for member in members.values { member.goOnInChild() }
    LockedDescriptors.shared.letGo()
  }

  /// Locks all mutexes or none: a thread that waits for one holds no other, so the order in which
  /// other threads lock them does not matter.
  private static func hold(_ mutexes: [ForkMutex]) -> Bool {
    var first = 0
    // A mutex that was locked and released is almost always available at the next attempt.
    for _ in 0..<1_000 {
      guard mutexes[first].lock(forSeconds: patience) else { return false }
      var got = [first]
      let missing = mutexes.indices.first { place in
        guard place != first else { return false }
        guard mutexes[place].tryLock() else { return true }
        got.append(place)
        return false
      }
      guard let missing else { return true }
      for place in got { mutexes[place].unlock() }
      first = missing
    }
    return false
  }
}

/// The registration of an instance with `ForkGuard`, which ends with this object.
final class ForkMembership: Sendable {
  private let number: Int

  init(_ member: ForkGuard.Member) { number = ForkGuard.shared.add(member) }

  deinit { ForkGuard.shared.remove(number) }
}
