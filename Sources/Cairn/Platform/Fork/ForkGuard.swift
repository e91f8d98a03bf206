#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Lets a child of `fork(2)` go on recording.
///
/// The child has a copy of the memory and of one thread alone. So the mutexes that recording needs are held while the
/// process forks: none of them is left locked by a thread that the child does not have, and what they protect is whole.
/// Before `fork` returns in the child, each instance begins a lane of its own there. Calls that record ask nothing.
final class ForkGuard: Sendable {
  static let shared = ForkGuard()

  /// What one instance needs.
  struct Member: Sendable {
    /// Several members may share one.
    var mutexes: [ForkMutex]
    /// Done in the child, which has this thread alone, before `fork` returns.
    var goOnInChild: @Sendable () -> Void
  }

  /// Seconds that a fork waits for threads which record, all in all; a disk that hangs may hold one of them up.
  private static let patience = 10

  private struct State {
    var members: [Int: Member] = [:]
    /// Between `prepare` and what follows it.
    var held: [ForkMutex] = []
    var nextNumber = 0
  }

  // Sendable: a mutex is made for several threads.
  nonisolated(unsafe) private let registry: UnsafeMutablePointer<pthread_mutex_t>
  // Sendable: reached by who has the mutex.
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

  /// The member's number, for `remove`.
  func add(_ member: Member) -> Int {
    pthread_mutex_lock(registry)
    defer { pthread_mutex_unlock(registry) }
    state.nextNumber += 1
    state.members[state.nextNumber] = member
    return state.nextNumber
  }

  func remove(_ number: Int) {
    pthread_mutex_lock(registry)
    let member = state.members.removeValue(forKey: number)
    pthread_mutex_unlock(registry)
    // What it holds may end with it, and not while others wait.
    withExtendedLifetime(member) {}
  }

  private func prepare() {
    pthread_mutex_lock(registry)
    let mutexes = state.members.values.flatMap(\.mutexes)
    let all = Array(Set(mutexes).union([LockedDescriptors.shared.mutexForFork]))
    state.held = Self.hold(all) ? all : []
  }

  private func goOnInParent() {
    for mutex in state.held { mutex.unlock() }
    state.held = []
    pthread_mutex_unlock(registry)
  }

  private func goOnInChild() {
    let (isSafe, members) = (!state.held.isEmpty, state.members)
    goOnInParent()
    // Otherwise a thread that is not there is in the middle of something.
    guard isSafe else { return }
    LockedDescriptors.shared.inherit()
    for member in members.values { member.goOnInChild() }
    LockedDescriptors.shared.letGo()
  }

  /// Has all or none: whoever waits for one has no other, so the order in which others take them does not matter.
  private static func hold(_ mutexes: [ForkMutex]) -> Bool {
    var first = 0
    // What was got once and given back is nearly always there the next time.
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

/// An instance's place among those that a fork sees to; it ends with this.
final class ForkMembership: Sendable {
  private let number: Int

  init(_ member: ForkGuard.Member) { number = ForkGuard.shared.add(member) }

  deinit { ForkGuard.shared.remove(number) }
}
