import Cairn

/// A deterministic simulated disk: it can end a simulated process at any call, lose unsynced data
/// as in a power loss, become full, return errors, and change stored bytes.
///
/// Each process accesses it through its own `DiskProcess`. Its content is a `DiskImage`, which can
/// be taken out, changed, and put on another disk. A seed determines at which calls this happens.
/// Safe to use from any thread; for a reproducible history, one thread at a time must decide the
/// order of the calls.
package final class SimulatedDisk: Sendable {
  let state: Locked<State>

  struct Descriptor {
    var file: Int
    var path: String
    var process: Int
    /// The error of a failed sync of the file, which the next sync reports.
    var failure: Int32?
  }

  struct State {
    var image: DiskImage
    var descriptors: [Int32: Descriptor] = [:]
    /// The descriptor that holds the lock of a file, by the file's number.
    var locks: [Int: Int32] = [:]
    var nextDescriptor: Int32 = 3
    var processes = 0
    var dead: Set<Int> = []
    var calls = 0
    /// The number of calls that changed the disk.
    var changes = 0
    var faults = DiskFaults()
    var capacity = Int.max
    var mostDescriptors = Int.max
    /// The error of every call that could change the content; nil for a writable disk.
    var refusal: Int32?
    /// The files whose lock is granted to every process, by a text in their path.
    var lockless: String?
    var observer: (@Sendable (DiskImage, DiskCall) -> Void)?
    var interruption: (calls: Int, process: Int, work: @Sendable () -> Void)?
    /// The files that a listing omits, among those that are created during it.
    var omits: (@Sendable (String) -> Bool)?
    var omitsOld = false
    var duringListing: (process: Int, work: @Sendable () -> Void)?
  }

  package init(_ image: DiskImage = DiskImage()) { state = Locked(State(image: image)) }

  /// Creates a process that uses the disk.
  package func makeProcess() -> DiskProcess {
    let number = state.withLock { state in
      state.processes += 1
      return state.processes
    }
    return DiskProcess(self, number)
  }

  /// Kills the process.
  ///
  /// Its files are closed and its locks released. All its later calls fail and change nothing.
  package func kill(_ process: DiskProcess) {
    state.withLock { state in
      state.dead.insert(process.number)
      for (number, descriptor) in state.descriptors where descriptor.process == process.number {
        state.close(number)
      }
    }
  }

  package func isDead(_ process: DiskProcess) -> Bool {
    state.withLock { $0.dead.contains(process.number) }
  }

  /// Returns the paths of the files whose locks other processes hold.
  package func pathsLocked(byOthersThan process: DiskProcess) -> Set<String> {
    state.withLock { state in
      let holders = state.locks.values.compactMap { state.descriptors[$0] }
      return Set(holders.filter { $0.process != process.number }.map(\.path))
    }
  }

  package var image: DiskImage {
    get { state.withLock { $0.image } }
    set { state.withLock { $0.image = newValue } }
  }

  /// The number of calls that changed the content, or would have if they had not failed.
  package var changes: Int { state.withLock { $0.changes } }

  package var faults: DiskFaults {
    get { state.withLock { $0.faults } }
    set { state.withLock { $0.faults = newValue } }
  }

  /// The maximum number of bytes on the disk.
  package var capacity: Int { state.withLock { $0.capacity } }

  /// Sets the maximum number of bytes on the disk.
  package func setCapacity(_ bytes: Int) { state.withLock { $0.capacity = bytes } }

  /// Sets the maximum number of files that a process can have open at once.
  package func setDescriptors(_ most: Int) { state.withLock { $0.mostDescriptors = most } }

  /// Makes every change fail with an error (`EROFS`, `EPERM`), until it is nil again.
  package func refuse(with code: Int32?) { state.withLock { $0.refusal = code } }

  /// Grants the lock of files with this text in their path to every process, as on a volume without
  /// locks.
  package func ignoreLocks(of path: String?) { state.withLock { $0.lockless = path } }

  /// Sets a closure that is called before each call that changes the disk, with its content; not
  /// for calls that fail.
  package func observe(_ observer: (@Sendable (DiskImage, DiskCall) -> Void)?) {
    state.withLock { $0.observer = observer }
  }

  /// Runs other work in the middle of a process's work: before the call that follows the given
  /// number of calls.
  package func interrupt(
    _ process: DiskProcess, afterCalls calls: Int, _ work: @escaping @Sendable () -> Void
  ) {
    state.withLock { $0.interruption = (calls, process.number, work) }
  }

  /// Omits files from listings, among those that are created while a folder is listed, as
  /// `readdir(3)` may.
  ///
  /// Older files are always listed, unless `old` is true, as some network volumes omit those too.
  package func omitFromListings(
    old: Bool = false, _ omits: (@Sendable (String) -> Bool)?
  ) {
    state.withLock { state in
      state.omits = omits
      state.omitsOld = old
    }
  }

  /// Runs other work during the process's next listing of a folder.
  package func interruptListing(
    of process: DiskProcess, _ work: @escaping @Sendable () -> Void
  ) {
    state.withLock { $0.duringListing = (process.number, work) }
  }

  /// Removes the folder and everything in it, as another program might.
  ///
  /// Open files have no name from then on.
  package func vanish(_ folder: String) {
    state.withLock { state in
      for path in state.image.paths where path.hasPrefix(folder + "/") {
        state.image.remove(path)
      }
      state.image.folders = state.image.folders.filter {
        $0 != folder && !$0.hasPrefix(folder + "/")
      }
    }
  }
}

extension SimulatedDisk.State {
  /// Returns the work that must run before this call of a process.
  mutating func countDown(_ process: Int) -> (@Sendable () -> Void)? {
    guard let (calls, interrupted, work) = interruption, interrupted == process else { return nil }
    interruption = calls > 0 ? (calls - 1, process, work) : nil
    return calls > 0 ? nil : work
  }

  /// Returns the names that a listing must contain, those that it may omit, and the work that runs
  /// during it.
  mutating func beginListing(_ path: String, _ process: Int) -> Listing {
    var listing = Listing()
    if let omits {
      if !omitsOld { listing.before = Set(image.list(path) ?? []) }
      listing.omits = omits
    }
    if let (lister, work) = duringListing, lister == process {
      duringListing = nil
      listing.work = work
    }
    return listing
  }

  mutating func close(_ number: Int32) {
    guard let descriptor = descriptors.removeValue(forKey: number) else { return }
    if locks[descriptor.file] == number { locks[descriptor.file] = nil }
    image.discard(keeping: descriptors.values.lazy.map(\.file))
  }
}

/// A listing that takes time.
struct Listing {
  /// The names that existed when it began.
  var before: Set<String> = []
  var omits: (@Sendable (String) -> Bool)?
  var work: (@Sendable () -> Void)?

  func reports(_ name: String) -> Bool {
    guard let omits else { return true }
    return before.contains(name) || !omits(name)
  }
}
