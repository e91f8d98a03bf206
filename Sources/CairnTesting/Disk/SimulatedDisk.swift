import Cairn

/// A disk on which nothing happens by chance: it can stop at any call, lose power, fill up, fail and decay.
///
/// Programs reach it through a `DiskProcess` each. What is on it is a `DiskImage`, to be taken out, changed, and put on
/// another disk. One seed is one history. Safe to use from any thread, as long as one at a time decides the order.
package final class SimulatedDisk: Sendable {
  let state: Locked<State>

  struct Descriptor {
    var file: Int
    var path: String
    var process: Int
    /// Why a sync of the file failed, which its next one says.
    var failure: Int32?
  }

  struct State {
    var image: DiskImage
    var descriptors: [Int32: Descriptor] = [:]
    /// Which descriptor has a file's lock.
    var locks: [Int: Int32] = [:]
    var nextDescriptor: Int32 = 3
    var processes = 0
    var dead: Set<Int> = []
    var calls = 0
    /// Calls that changed the disk.
    var changes = 0
    var faults = DiskFaults()
    var capacity = Int.max
    var mostDescriptors = Int.max
    /// What every call that could change something meets with; nil for a disk that can be written to.
    var refusal: Int32?
    /// Files whose lock everybody gets.
    var lockless: String?
    var observer: (@Sendable (DiskImage, DiskCall) -> Void)?
    var interruption: (calls: Int, process: Int, work: @Sendable () -> Void)?
    /// Which files a listing leaves out of those that are made during it.
    var omits: (@Sendable (String) -> Bool)?
    var omitsOld = false
    var duringListing: (process: Int, work: @Sendable () -> Void)?
  }

  package init(_ image: DiskImage = DiskImage()) { state = Locked(State(image: image)) }

  /// A program that uses the disk.
  package func makeProcess() -> DiskProcess {
    let number = state.withLock { state in
      state.processes += 1
      return state.processes
    }
    return DiskProcess(self, number)
  }

  /// The program dies.
  ///
  /// Its files are closed and its locks gone. Whatever it still calls fails and changes nothing.
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

  /// The files whose locks other programs have.
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

  /// How many calls have changed the disk, or would have if it had let them.
  package var changes: Int { state.withLock { $0.changes } }

  package var faults: DiskFaults {
    get { state.withLock { $0.faults } }
    set { state.withLock { $0.faults = newValue } }
  }

  /// How many bytes it holds at most.
  package var capacity: Int { state.withLock { $0.capacity } }

  /// A disk with so many bytes.
  package func setCapacity(_ bytes: Int) { state.withLock { $0.capacity = bytes } }

  /// So many files can be open at once.
  package func setDescriptors(_ most: Int) { state.withLock { $0.mostDescriptors = most } }

  /// Every change fails like this (`EROFS`, `EPERM`), until it is nil again.
  package func refuse(with code: Int32?) { state.withLock { $0.refusal = code } }

  /// Everybody gets the lock of files with this in their path, as where there are no locks.
  package func ignoreLocks(of path: String?) { state.withLock { $0.lockless = path } }

  /// Called before each call that changes the disk, with what is on it; not for those that fail.
  package func observe(_ observer: (@Sendable (DiskImage, DiskCall) -> Void)?) {
    state.withLock { $0.observer = observer }
  }

  /// Lets others work in the middle of what a program does: before the call that it makes after so many.
  package func interrupt(
    _ process: DiskProcess, afterCalls calls: Int, _ work: @escaping @Sendable () -> Void
  ) {
    state.withLock { $0.interruption = (calls, process.number, work) }
  }

  /// Of the files that others make while a folder is listed, the list leaves these out, as `readdir(3)` may.
  ///
  /// What was there before is always in it, unless it passes over old files too, as lists of some network volumes do.
  package func omitFromListings(
    old: Bool = false, _ omits: (@Sendable (String) -> Bool)?
  ) {
    state.withLock { state in
      state.omits = omits
      state.omitsOld = old
    }
  }

  /// Lets others work while a program lists a folder, the next time that it does.
  package func interruptListing(
    of process: DiskProcess, _ work: @escaping @Sendable () -> Void
  ) {
    state.withLock { $0.duringListing = (process.number, work) }
  }

  /// Somebody removes the folder and all in it.
  ///
  /// Files that are open have no name from then on.
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
  /// What is to happen before this call of a program.
  mutating func countDown(_ process: Int) -> (@Sendable () -> Void)? {
    guard let (calls, interrupted, work) = interruption, interrupted == process else { return nil }
    interruption = calls > 0 ? (calls - 1, process, work) : nil
    return calls > 0 ? nil : work
  }

  /// What a listing must contain, what it may leave out, and what happens while it is made.
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
    image.discard(keeping: Set(descriptors.values.map(\.file)))
  }
}

/// A listing that takes its time.
struct Listing {
  /// The names that were there when it began.
  var before: Set<String> = []
  var omits: (@Sendable (String) -> Bool)?
  var work: (@Sendable () -> Void)?

  func reports(_ name: String) -> Bool {
    guard let omits else { return true }
    return before.contains(name) || !omits(name)
  }
}
