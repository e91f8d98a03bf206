import Cairn

/// Takes stores over: moves their files, appends their events to the journal, and removes what was
/// delivered.
///
/// It is used from one thread at a time, in slices, so that other work on the engine's disk thread
/// goes on in between.
struct Migrator {
  private let events: EventImport
  private let container: Container
  private let destination: String?
  private let anonymousID: String
  private let now: Int64
  private var formats: ArraySlice<MigrationSource.Format>
  /// The containers of the app and of its groups.
  private let places: [Container]
  private var moved: ArraySlice<MovedStore> = []
  private var found: ArraySlice<(store: LegacyStore, place: Container)> = []
  private var current: StoreImport?
  private var note: MigrationNote
  private var isReconciled = false
  /// The numbers of the folders with events that the other SDK stored after a takeover.
  private var reappeared: Set<Int> = []
  private(set) var report = MigrationReport()

  /// Creates a migrator; `now` is the time for events that have none, in milliseconds since 1970.
  init(
    _ sources: [MigrationSource], _ container: Container, _ events: EventImport,
    to destination: String?, anonymousID: String, now: Int64
  ) throws(FileError) {
    self.events = events
    self.container = container
    self.destination = destination
    self.anonymousID = anonymousID
    self.now = now
    var formats: [MigrationSource.Format] = []
    for format in sources.flatMap(\.formats) where !formats.contains(format) {
      formats.append(format)
    }
    self.formats = formats[...]
    places = [container] + formats.filter { $0.group != nil }.compactMap { $0.place(in: container) }
    note = events.stored.note.flatMap { MigrationNote($0) } ?? MigrationNote()
    try takeLateEvents()
    try removeDelivered()
    moved = try MovedStore.all(in: events.folder, events.files).filter(isUnfinished)[...]
  }

  private func isUnfinished(_ store: MovedStore) -> Bool {
    store.number > note.folder || store.number == note.folder && !note.isDone
  }

  /// Moves files to which the other SDK has appended since they were read, so that the new records
  /// are imported.
  private mutating func takeLateEvents() throws(FileError) {
    for tail in note.tails {
      let all = try MovedStore.all(in: events.folder, events.files)
      guard let store = all.first(where: { $0.number == tail.folder }), !isUnfinished(store),
        try tail.hasGrown(in: store.path(in: events.folder), events.files)
      else { continue }
      let last = max(all.last?.number ?? 0, note.folder)
      let late = MovedStore(number: last + 1, vendor: store.vendor, records: tail.records)
      try late.take(tail.queue, from: store, in: container, events.folder, events.files)
    }
    let folders = try MovedStore.all(in: events.folder, events.files).map(\.number)
    note.tails.removeAll { !folders.contains($0.folder) }
  }

  /// Removes moved stores whose events have all left the journal.
  private func removeDelivered() throws(FileError) {
    guard note.isDone, !events.hasEvents(inLanes: note.lanes) else { return }
    for store in try MovedStore.all(in: events.folder, events.files) where !isUnfinished(store) {
      try events.files.removeAll(store.path(in: events.folder))
    }
  }

  /// Does a part of the work; returns false when there is no more.
  mutating func advance() throws -> Bool {
    if !isReconciled { return try reconcile() }
    if current != nil {
      let isMore = try current?.advance() ?? false
      if let done = current, !isMore {
        note = done.note
        finish(done)
        current = nil
      }
      return true
    }
    if let store = moved.popFirst() {
      try begin(store)
      return true
    }
    return try lookFurther()
  }

  /// Goes on with the store that a kill has interrupted, before anything is appended.
  private mutating func reconcile() throws -> Bool {
    isReconciled = true
    if let store = moved.first, store.number == note.folder {
      moved.removeFirst()
      note.resume(after: events.stored.appended, lane: events.lane)
      try begin(store, from: note)
    }
    return true
  }

  private mutating func begin(_ store: MovedStore) throws {
    note.begin(store.number, lane: events.lane)
    try begin(store, from: note)
  }

  private mutating func begin(_ store: MovedStore, from note: MigrationNote) throws {
    for legacy in try stores(in: store) {
      try store.complete(legacy, from: container, in: events.folder, events.files)
    }
    let stores = try stores(in: store)
    guard var legacy = stores.first else { return try skip(note) }
    // One store is moved to a folder; parts of it may be found as several.
    legacy.queues = stores.flatMap(\.queues)
    var note = note
    note.insert(legacy)
    if let records = store.records {
      reappeared.insert(store.number)
      if note.queue == nil, let file = legacy.queues.first {
        note.queue = String(file.path.dropFirst(store.path(in: events.folder).count + 1))
        note.records = records
      }
    }
    let next = try StoreImport(
      store, legacy, note, events, to: destination, anonymousID: anonymousID, now: now)
    try next.commit()
    current = next
  }

  /// Finds the stores in a folder, with the identity of the container from which it came.
  private func stores(in moved: MovedStore) throws(FileError) -> [LegacyStore] {
    var first: [LegacyStore] = []
    for place in places {
      let path = moved.path(in: events.folder)
      let found = try StoreFinder.stores(of: moved.vendor, in: place.moved(to: path))
      if found.contains(where: { $0.identity.anonymousID != nil }) { return found }
      if first.isEmpty { first = found }
    }
    return first
  }

  /// Notes that a folder without files is done.
  private mutating func skip(_ note: MigrationNote) throws {
    self.note = note
    self.note.isDone = true
    try events.commit(self.note.json)
  }

  private mutating func finish(_ done: StoreImport) {
    var row = MigrationReport.Store(
      sdk: done.store.vendor, key: done.legacy.key, outcome: .finished)
    row.imported = done.note.imported
    row.skipped = done.note.skipped
    row.hasReappeared = reappeared.contains(done.store.number)
    row.operations = done.note.operations
    for (reason, count) in done.note.lost { row.lost[LossReason(rawValue: reason)] = count }
    report.stores.append(row)
  }

  /// Looks for the next store in the app's own folders, and moves it.
  private mutating func lookFurther() throws -> Bool {
    guard let (store, origin) = found.popFirst() else {
      guard let format = formats.popFirst() else { return false }
      guard let place = format.place(in: container) else { return true }
      let stores = try StoreFinder.stores(of: format.vendor, key: format.key, in: place)
      found = stores.map { ($0, place) }[...]
      return true
    }
    guard store.identity.optedOut != true else {
      report.stores.append(try StoreSurvey.row(of: store, events.files, outcome: .optedOut))
      return true
    }
    if !store.unusable.isEmpty || store.queues.isEmpty {
      var row = MigrationReport.Store(sdk: store.vendor, key: store.key, outcome: .finished)
      for file in store.unusable { row.lost[file.reason, default: 0] += 1 }
      report.stores.append(row)
    }
    guard !store.queues.isEmpty else { return true }
    let last = try MovedStore.all(in: events.folder, events.files).last?.number ?? 0
    let place = MovedStore(number: max(last, note.folder) + 1, vendor: store.vendor)
    try place.take(store, from: origin, to: events.folder, events.files)
    if note.knows(store) { reappeared.insert(place.number) }
    moved.append(place)
    return true
  }

  /// Notes that the migration stopped.
  mutating func interrupt(_ reason: String) {
    report.interruption = reason
    guard let current else { return }
    var row = MigrationReport.Store(
      sdk: current.store.vendor, key: current.legacy.key, outcome: .interrupted)
    row.imported = current.note.imported
    report.stores.append(row)
  }
}
