/// Makes room when the journal reaches a limit: notes the segments to drop, has every destination
/// count their events, and then removes them.
package final class RetentionEnforcer: Sendable {
  /// A destination of this process.
  package struct Member: Sendable {
    let name: String
    let report: @Sendable () -> DeliveryReport
    let drop: @Sendable ([PositionRange], DropReason) async -> Void

    package init(
      name: String, report: @escaping @Sendable () -> DeliveryReport,
      drop: @escaping @Sendable ([PositionRange], DropReason) async -> Void
    ) {
      self.name = name
      self.report = report
      self.drop = drop
    }
  }

  /// The limits to enforce.
  package struct Rules: Sendable {
    /// The maximum size that may remain, so that the next segment fits.
    package var cap: JournalCap
    /// The maximum age.
    package var age: Milliseconds?
    package var lag: Int?

    package init(cap: JournalCap, age: Milliseconds?, lag: Int?) {
      self.cap = cap
      self.age = age
      self.lag = lag
    }
  }

  /// The interval at which age and lag are checked.
  private static let interval: Milliseconds = .seconds(10)
  private static let pause: Milliseconds = .milliseconds(100)

  private let journal: Journal
  private let reclaimer: Reclaimer
  private let destinations: String
  private let files: any FileSystem
  private let clock: any Clock
  private let rules: Rules
  private let disk: DiskWork
  private let openedAt: MonotonicTime
  private let currentMembers: @Sendable () -> [Member]
  private let isRunning = Locked(false)
  private let noted = Locked<Set<SegmentName>>([])

  package init(
    _ journal: Journal, _ reclaimer: Reclaimer, destinations: String, files: any FileSystem,
    clock: any Clock, rules: Rules, disk: DiskWork = DiskWork(),
    members: @escaping @Sendable () -> [Member]
  ) {
    self.journal = journal
    self.reclaimer = reclaimer
    self.destinations = destinations
    self.files = files
    self.clock = clock
    self.rules = rules
    self.disk = disk
    currentMembers = members
    openedAt = clock.now().continuous
  }

  var mutexesForFork: [ForkMutex] { [isRunning.mutexForFork] }

  /// Prunes on another thread, immediately unless it is already running.
  package func wake() {
    let isFirst = isRunning.withLock { running in
      defer { running = true }
      return !running
    }
    guard isFirst else { return }
    _ = disk.begin { [self] _ in
      await prune()
      // If no room can be made now, events must not trigger another attempt each.
      try? await clock.sleep(untilContinuous: clock.now().continuous + Self.pause)
      isRunning.withLock { $0 = false }
    }
  }

  /// Enforces age and lag until cancelled.
  nonisolated(nonsending) package func run() async {
    guard rules.age != nil || rules.lag != nil else { return }
    while !Task.isCancelled {
      await prune()
      try? await clock.sleep(untilContinuous: clock.now().continuous + Self.interval)
    }
  }

  nonisolated(nonsending) package func prune() async {
    journal.syncDrops()
    guard (try? journal.refresh()) != nil else { return }
    reclaimer.reclaim()
    if rules.age != nil { journal.endSegment(olderThan: rules.age) }
    try? journal.refreshDrops()
    let plan = PrunePlan(view, cap: rules.cap, age: rules.age)
    for reason in [DropReason.capacity, .age] {
      await drop(plan.removals.filter { $0.reason == reason }.map(\.segment), reason)
    }
    await dropLaggards()
    reclaimer.reclaim()
    // Destinations whose cursor cannot be written, or is in use by another process, count these
    // drops later.
    let pinned = journal.pinned
    for removal in plan.removals where !pinned.contains(removal.segment.name) {
      journal.drop([removal.segment], removal.reason)
    }
    journal.syncDrops()
    await countDrops()
  }

  private func drop(_ removals: [SegmentSummary], _ reason: DropReason) async {
    guard !removals.isEmpty else { return }
    note(removals, reason)
    let ranges = removals.map {
      PositionRange(lane: $0.lane, first: $0.firstIndex, last: $0.lastIndex)
    }
    for member in members { await member.drop(ranges, reason) }
    dropForAbsent(ranges, reason)
  }

  /// Has every destination count the drops that were made before it could, and then forgets these.
  private func countDrops() async {
    let drops = journal.drops
    guard !drops.isEmpty else { return }
    for (reason, group) in Dictionary(grouping: drops, by: \.reason) {
      guard let reason = DropReason(rawValue: Int(reason)) else { continue }
      for member in members { await member.drop(group.map(\.range), reason) }
    }
    for name in absentees { count(drops, forAbsent: name) }
    guard let settled = everyone else { return }
    let counted = drops.filter { drop in
      settled.allSatisfy { $0.unsettled(in: drop.range).isEmpty }
    }
    journal.forgetDrops(Set(counted))
  }

  /// Counts drops for a destination of another process, unless that process is delivering to it
  /// now.
  private func count(_ drops: [DroppedPlaces], forAbsent name: String) {
    guard case .cursor(var cursor) = DestinationListing.status(of: name, in: destinations, files)
    else { return }
    let before = cursor
    cursor.take(drops)
    guard cursor != before,
      let file = try? CursorFile("\(destinations)/\(name)/state", files: files),
      var stored = file.stored,
      // The last holder of the lock may have counted and forgotten some drops, and their lane with
      // them.
      (try? journal.refreshDrops()) != nil
    else { return }
    stored.take(journal.drops)
    try? file.commit(stored, sync: .ordered)
  }

  /// The settled positions of all destinations, by their cursors; nil when one of them cannot be
  /// read.
  private var everyone: [SettledPositions]? {
    var everyone = members.map { $0.report().cursor.settled }
    guard DestinationListing.names(destinations, files) != nil else { return nil }
    for name in absentees {
      switch DestinationListing.status(of: name, in: destinations, files) {
      case .none: break
      case .cursor(let cursor): everyone.append(cursor.settled)
      case .unknown: return nil
      }
    }
    return everyone
  }

  private var members: [Member] { currentMembers() }

  private var view: PrunePlan.View {
    var view = PrunePlan.View(
      segments: journal.segments(), now: clock.now().continuous, openedAt: openedAt,
      bootSession: journal.bootSession)
    view.pinned = journal.pinned
    return view
  }

  private func note(_ segments: [SegmentSummary], _ reason: DropReason) {
    for segment in segments where noted.withLock({ $0.insert(segment.name).inserted }) {
      journal.note(
        DropNote(
          reason: UInt8(reason.rawValue),
          range: PositionRange(
            lane: segment.lane, first: segment.firstIndex, last: segment.lastIndex),
          events: UInt32(clamping: segment.events), bytes: UInt64(segment.bytes)))
    }
  }

  private func dropForAbsent(_ ranges: [PositionRange], _ reason: DropReason) {
    guard (try? journal.refresh()) != nil else { return }
    let present = Set(journal.segments().map(\.lane))
    let there = ranges.filter { present.contains($0.lane) }
    for name in absentees {
      dropForAbsent(name, reason) { _ in there }
    }
  }

  /// The destinations in the folder that this process does not have.
  private var absentees: [String] {
    let present = Set(members.map(\.name))
    return (DestinationListing.names(destinations, files) ?? []).filter { !present.contains($0) }
  }

  /// Drops events for a destination of another process, unless that process is delivering to it
  /// now.
  private func dropForAbsent(
    _ name: String, _ reason: DropReason, choose: (Cursor) -> [PositionRange]
  ) {
    let path = "\(destinations)/\(name)/state"
    // Opening the file for writing would create it.
    guard let before = try? CursorFile.read(path, files: files) else { return }
    guard !Settlement.droppable(before, choose(before)).isEmpty,
      let file = try? CursorFile(path, files: files), var cursor = file.stored
    else { return }
    let parts = Settlement.droppable(cursor, choose(cursor))
    let dropped = DroppedEventIDs(parts, in: journal, after: cursor.settled).ids
    var dispositions = RecentDispositions("\(destinations)/\(name)", files: files)
    dispositions.add(dropped.map { DispositionEntry($0, .dropped(reason)) })
    Settlement.drop(&cursor, parts, reason)
    try? file.commit(cursor, sync: .ordered)
  }

  /// Drops the oldest events for destinations that lag too far behind; other destinations still
  /// receive them.
  nonisolated(nonsending) private func dropLaggards() async {
    guard let lag = rules.lag else { return }
    let segments = journal.segments()
    for member in members {
      let cursor = member.report().cursor
      let excess = cursor.pending(in: segments) - lag
      guard excess > 0 else { continue }
      await member.drop(cursor.oldest(excess, in: segments), .capacity)
    }
    for name in absentees {
      dropForAbsent(name, .capacity) { cursor in
        let excess = cursor.pending(in: segments) - lag
        return excess > 0 ? cursor.oldest(excess, in: segments) : []
      }
    }
  }
}
