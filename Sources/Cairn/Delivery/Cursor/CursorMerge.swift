/// Adds a cursor to that of the same destination in another journal, once, also if the process is
/// killed between any two calls.
///
/// No process may be using either file. The sum is written beside the source, and replaces the
/// target by a rename. Before that, the source's file is renamed, so that a file with this name and
/// no sum beside it means that the rename is done.
package struct CursorMerge {
  /// A cursor that does not exist, so that its part of the sum has to begin somewhere.
  package enum Missing { case none, source, target }

  /// The name of a cursor that was added to another one.
  package static let taken = "state.taken"

  /// The folders of the files.
  private let source: String
  private let target: String
  private let files: any FileSystem

  private var state: String { source + "/state" }
  private var taken: String { source + "/" + Self.taken }
  private var sum: String { source + "/state.sum" }
  private var result: String { target + "/state" }

  package init(from source: String, to target: String, files: any FileSystem) {
    self.source = source
    self.target = target
    self.files = files
  }

  /// Performs the merge, or what is left of it.
  ///
  /// `events` are the positions of the events in either journal. An event that only the other
  /// cursor has settled is pending, because the process with that cursor could not read the event.
  /// `change` is applied to the sum and must have the same result when it is applied twice.
  /// `prepare` is called before the sum replaces the target. Nothing happens when there is neither
  /// cursor.
  package func run(
    events: (source: [PositionRange], target: [PositionRange]) = ([], []),
    _ change: (inout Cursor, Missing) -> Void = { _, _ in },
    prepare: (Cursor) throws(FileError) -> Void = { (_) throws(FileError) in }
  ) throws(FileError) {
    let names = try files.namesIfPresent(in: source)
    let isNew = names.contains("state")
    let isTaken = !isNew && names.contains(Self.taken)
    if isTaken, !names.contains("state.sum") { return }
    let path = isNew ? state : isTaken ? taken : nil
    guard let cursor = try write(path, events, change) else { return }
    if isNew {
      try files.move(state, to: taken)
      try files.syncDirectory(source)
    }
    try files.makeDirectory(target)
    try prepare(cursor)
    try files.move(sum, to: result)
    try files.syncDirectory(target)
  }

  /// Writes the sum; returns nil when the target need not change.
  private func write(
    _ path: String?, _ events: (source: [PositionRange], target: [PositionRange]),
    _ change: (inout Cursor, Missing) -> Void
  ) throws(FileError) -> Cursor? {
    let own = try path.flatMap { (path) throws(FileError) in try read(path) }
    let other = try read(result)
    guard own != nil || other != nil else { return nil }
    var cursor = other?.cursor ?? Cursor()
    var added = own?.cursor ?? Cursor()
    let pending = events.target.flatMap(cursor.settled.unsettled)
    var twice = cursor.forget(events.source.flatMap(added.settled.unsettled))
    twice += added.forget(pending)
    twice += added.settled.count(alsoIn: cursor.settled)
    cursor.add(added)
    cursor.takeBack(UInt64(twice))
    change(&cursor, own == nil ? .source : other == nil ? .target : .none)
    guard path != nil || cursor != other?.cursor else { return nil }
    // A process that has read either file must notice that this one has another value.
    let generation = max(own?.generation ?? 0, other?.generation ?? 0) + 1
    try files.makeDirectory(source)
    try CursorFile.make(sum, cursor, after: generation, files: files)
    return cursor
  }

  private func read(
    _ path: String
  ) throws(FileError) -> (cursor: Cursor, generation: UInt64)? {
    do throws(FileError) {
      return try CursorFile.readWithGeneration(path, files: files)
    } catch {
      if error.code == FileError.missing || error.code == FileError.notDirectory { return nil }
      throw error
    }
  }
}

extension Cursor {
  /// Adds the cursor of the same destination in another journal, which has other lanes.
  ///
  /// Only one of two batches in flight is kept; the events of the other are sealed again.
  fileprivate mutating func add(_ other: Cursor) {
    for (lane, last) in other.settled.prefixes {
      settled.insert(PositionRange(lane: lane, first: 1, last: last))
    }
    settled.insert(other.settled.islands)
    counters.add(other.counters, since: Counters())
    inFlight = inFlight ?? other.inFlight
  }

  /// Makes settled events pending again; returns their number.
  fileprivate mutating func forget(_ places: [PositionRange]) -> Int {
    let before = places.total - places.flatMap { settled.unsettled(in: $0) }.total
    settled = settled.without(places)
    return before
  }

  /// Subtracts events that both journals have counted, or that are pending again.
  ///
  /// One of them has counted them as damaged, or as gone before the destination joined, unless a
  /// request with them was in progress when their files were moved away.
  fileprivate mutating func takeBack(_ events: UInt64) {
    var rest = events
    for counter in [\Counters.damaged, \.beforeJoining, \.delivered] {
      let part = min(rest, counters[keyPath: counter])
      counters[keyPath: counter] -= part
      rest -= part
    }
  }
}
