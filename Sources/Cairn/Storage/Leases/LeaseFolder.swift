/// The folder of all leases of an app group.
///
/// The leases of a path are in a folder named after the path's hash, in files named by numbers. A
/// process gets the lease by creating the file with the next number, which only one process can;
/// the file with the greatest number counts. That number is also in a file of its own, because a
/// list of a folder may miss a file that another one replaces at this moment. No lock is held at
/// any time.
package final class LeaseFolder: Sendable {
  /// The duration of the long leases, under which requests are sent: longer than a request of
  /// `URLSessionTransport`.
  package static let duration: Milliseconds = .minutes(3)

  /// The kinds of leases.
  enum Duration: Sendable {
    case long
    /// A lease for a few writes.
    case short
  }

  /// The time after which the process that created or replaced a file is assumed to have ended.
  static let creation: Milliseconds = .seconds(1)

  private let path: String
  private let files: any FileSystem
  private let now: @Sendable () -> MonotonicTime
  private let boot: UInt64
  private let duration: Milliseconds
  let holder: Lease.Holder

  init(
    _ path: String, files: any FileSystem, boot: UInt64, holder: Lease.Holder,
    duration: Milliseconds = LeaseFolder.duration, now: @escaping @Sendable () -> MonotonicTime
  ) {
    self.path = path
    self.files = files
    self.now = now
    self.boot = boot
    self.holder = holder
    self.duration = duration
  }

  /// A lease of this process.
  struct Held: Equatable, Sendable {
    fileprivate(set) var name: String
    fileprivate var number: UInt64
    fileprivate var until: MonotonicTime
    fileprivate var duration: Duration
  }

  /// Returns the name of the leases of a path.
  static func name(of path: String) -> String { Hex.text(XXH64.hash(Array(path.utf8), seed: 0)) }

  /// Returns the lease with this name; nil when another process has it.
  func acquire(_ name: String, for duration: Duration = .long) throws(FileError) -> Held? {
    let names = try names(of: name)
    let last = try greatest(name, names)
    let found = try content(name, last)
    let isFree = try isFree(name, last, found.lease)
    guard isFree else { return nil }
    guard last < .max, let until = try create(name, last + 1, for: duration) else {
      return nil
    }
    let held = Held(name: name, number: last + 1, until: until, duration: duration)
    try setGreatest(name, last + 1)
    // Between the look and the creation another process may have got the lease.
    let greatest = try greatest(name, self.names(of: name))
    guard greatest == last + 1, try content(name, last) == found else {
      giveBack(held)
      return nil
    }
    for old in names where old != Self.pointer { try? files.remove("\(path)/\(name)/\(old)") }
    return held
  }

  /// Returns the lease if half of its duration is left, or a renewed one; nil when another process
  /// has it.
  func renewed(_ held: Held) throws(FileError) -> Held? {
    let half = Milliseconds(longest(held.duration).count / 2)
    if now() + half < held.until { return held }
    guard let renewed = try acquire(held.name, for: held.duration) else { return nil }
    if renewed.number == held.number + 1 { return renewed }
    // A number in between was another process's.
    giveBack(renewed)
    return nil
  }

  private func longest(_ duration: Duration) -> Milliseconds {
    switch duration {
    case .long: self.duration
    case .short: Milliseconds(self.duration.count / 36)
    }
  }

  /// Removes the leases of a path that does not exist any more; what cannot be removed remains, a
  /// few bytes, which delay no other process.
  func remove(_ name: String) {
    for file in (try? files.list("\(path)/\(name)")) ?? [] {
      try? files.remove("\(path)/\(name)/\(file)")
    }
    try? files.removeDirectory("\(path)/\(name)")
  }

  /// Ends a lease, so that another process need not wait for its end; if that fails, it waits.
  func giveBack(_ held: Held) {
    let lease = Lease(holder, boot: boot, until: 0)
    try? OpenFile(file(held.name, held.number), .readWrite, in: files).write(lease.encoded, at: 0)
  }

  /// Returns whether no process holds the lease; without one, its file was just created or just
  /// replaced.
  private func isFree(_ name: String, _ number: UInt64, _ lease: Lease?) throws(FileError) -> Bool {
    if number == 0 { return true }
    guard let lease else { return try hasEndedCreation(of: file(name, number)) }
    return !lease.blocks(holder, boot: boot, at: now(), atMost: duration)
  }

  /// Returns whether the process that created or replaced a file without a lease has ended.
  ///
  /// The time of the first look is stored beside the file, because the processes that look may live
  /// for less than the time that has to pass.
  private func hasEndedCreation(of file: String) throws(FileError) -> Bool {
    let time = now()
    if let mark = try content(of: file + Self.mark).lease, mark.boot == boot {
      return time >= mark.until || mark.until - time > Self.creation
    }
    let mark = Lease(holder, boot: boot, until: time + Self.creation)
    do throws(FileError) {
      try OpenFile.openOrMake(file + Self.mark, in: files).write(mark.encoded, at: 0)
    } catch {
      // Another process has just removed the folder.
      guard error.code == FileError.missing else { throw error }
    }
    return false
  }

  /// Creates a lease; nil when another process has created it.
  private func create(
    _ name: String, _ number: UInt64, for duration: Duration
  ) throws(FileError) -> MonotonicTime? {
    do throws(FileError) {
      let file = try OpenFile(file(name, number), .create, in: files)
      let until = now() + longest(duration)
      try file.write(Lease(holder, boot: boot, until: until).encoded, at: 0)
      return until
    } catch {
      guard error.code == FileError.exists else { throw error }
      return nil
    }
  }

  /// The content of a lease's file.
  private enum Content: Equatable {
    case lease(Lease)
    /// The process that created the file has not written the lease yet.
    case empty
    case gone

    var lease: Lease? { if case .lease(let lease) = self { lease } else { nil } }
  }

  private func content(_ name: String, _ number: UInt64) throws(FileError) -> Content {
    try content(of: file(name, number))
  }

  private func content(of path: String) throws(FileError) -> Content {
    do throws(FileError) {
      let file = try OpenFile(path, .read, in: files)
      return Lease(try file.read(Lease.size, at: 0)).map { .lease($0) } ?? .empty
    } catch {
      guard error.code == FileError.missing else { throw error }
      return .gone
    }
  }

  /// Returns the greatest number of these files and of the one named `last`; 0 when there is none.
  private func greatest(_ name: String, _ names: [String]) throws(FileError) -> UInt64 {
    max(names.compactMap { UInt64($0) }.max() ?? 0, try noted(name))
  }

  /// Returns the number in the file named `last`; 0 when there is none.
  private func noted(_ name: String) throws(FileError) -> UInt64 {
    do throws(FileError) {
      let bytes = try OpenFile(pointer(name), .read, in: files).read(8, at: 0)
      return bytes.count == 8 ? bytes.withUnsafeBytes { $0.littleEndian(UInt64.self, at: 0) } : 0
    } catch {
      guard error.code == FileError.missing else { throw error }
      return 0
    }
  }

  private func setGreatest(_ name: String, _ number: UInt64) throws(FileError) {
    guard number > (try noted(name)) else { return }
    let bytes = withUnsafeBytes(of: number.littleEndian) { Array($0) }
    try OpenFile.openOrMake(pointer(name), in: files).write(bytes, at: 0)
  }

  /// The name of the file with the greatest number.
  private static let pointer = "last"

  /// The end of the name of the file with the time at which a file was found without a lease.
  private static let mark = ".empty"

  private func pointer(_ name: String) -> String { "\(path)/\(name)/\(Self.pointer)" }

  private func names(of name: String) throws(FileError) -> [String] {
    do throws(FileError) {
      return try files.list("\(path)/\(name)")
    } catch {
      guard error.code == FileError.missing else { throw error }
      try files.makeDirectory("\(path)/\(name)")
      files.protectDirectory(path)
      return []
    }
  }

  private func file(_ name: String, _ number: UInt64) -> String { "\(path)/\(name)/\(number)" }
}
