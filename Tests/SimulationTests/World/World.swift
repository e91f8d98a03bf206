import Cairn
import CairnTesting

/// Runs a scenario, and records every instant at which it could have ended.
final class World {
  let scenario: Scenario
  let disk: SimulatedDisk
  let clock = ManualClock()
  private(set) var launches: [Int: Launch] = [:]
  private let history: History
  private var starts: UInt64 = 0

  init(_ scenario: Scenario, image: DiskImage = DiskImage(), model: Model? = nil) {
    self.scenario = scenario
    var image = image
    var first = model ?? Model()
    if model == nil {
      first.servers = scenario.destinations.map { ServerModel($0) }
      if scenario.hasForeignFile {
        let bytes = Self.foreignFile
        image.place(bytes, at: Self.foreignPath)
        first.foreign = bytes
      }
    }
    if scenario.losesLeases { first.loosen() }
    disk = SimulatedDisk(image)
    disk.ignoreLocks(of: scenario.losesLeases ? "/state" : nil)
    if scenario.omitsNewFiles {
      let seed = scenario.seed
      disk.omitFromListings { XXH64.hash(Array($0.utf8), seed: seed) & 1 == 1 }
    }
    history = History(first)
  }

  static var foreignPath: String { Launch.log + "/00000001-0123456789abcdef-00000001.seg" }

  /// A segment of major version 2 with unknown contents.
  private static var foreignFile: [UInt8] {
    var buffer = OutputBuffer(capacity: 256)
    buffer.append(littleEndian: 0x0A1A_0A0D_4A56_4589 as UInt64)
    buffer.append(littleEndian: 2 as UInt64)
    buffer.append(littleEndian: 0x0123_4567_89AB_CDEF as UInt64)
    buffer.append(littleEndian: 1 as UInt32)
    buffer.append(littleEndian: 1 as UInt32)
    buffer.append(littleEndian: 1 as UInt32)
    buffer.appendZeros(SegmentHeader.size - 8 - buffer.count)
    buffer.append(littleEndian: XXH64.hash(Array(buffer.bytes), seed: 0))
    buffer.append(Array("what is yet to come".utf8))
    return Array(buffer.bytes)
  }

  var model: Model { history.model }
  var instants: [Instant] { history.instants }

  /// Records instants from now on.
  func keepInstants() {
    disk.observe { [history] image, call in history.keep(image, call) }
  }

  func change<Result: Sendable>(_ body: (inout Model) -> Result) -> Result { history.change(body) }

  func run() {
    for step in scenario.steps {
      perform(step)
      for launch in launches.sorted(by: { $0.key < $1.key }) { noticeSpill(launch.value) }
    }
    history.keep(disk.image, nil)
  }

  private func perform(_ step: Step) {
    switch step {
    case .start(let place): _ = launch(place)
    case .track(let place, let bytes): if let launch = launch(place) { track(launch, bytes) }
    case .sync(let place): if let launch = launches[place] { sync(launch) }
    case .deliver(let place, let destination, let roll):
      if let launch = launch(place) { deliver(launch, destination, roll) }
    case .context(let place, let number): launches[place]?.setContext(number)
    case .close(let place): stop(place)
    case .kill(let place):
      if let launch = launches.removeValue(forKey: place) { disk.kill(launch.process) }
    case .interrupt(let place, let calls, let other, let bytes):
      interrupt(place, calls, other, bytes)
    case .prune(let place): if let launch = launches[place] { prune(launch) }
    default: disturb(step)
    }
  }

  private func interrupt(_ place: Int, _ calls: Int, _ other: Int, _ bytes: Int) {
    guard let interrupted = launches[place], place != other else { return }
    // Sendable: it is called on this thread, in the middle of a call.
    nonisolated(unsafe) let world = self
    disk.interrupt(interrupted.process, afterCalls: calls) {
      guard world.launches[other] != nil else { return }
      for _ in 0...bytes / 4 % 4 { world.perform(.track(other, bytes: bytes)) }
      for roll in [99, 99, 99].prefix(bytes % 4) {
        world.perform(.deliver(other, destination: 0, roll: roll))
      }
    }
  }

  /// Ends a program normally.
  func stop(_ place: Int) {
    guard let launch = launches.removeValue(forKey: place) else { return }
    if launch.isAdrift { sync(launch) }
    launch.journal.close()
    sync(launch)
    disk.kill(launch.process)
  }

  /// Returns the program, started if necessary; nil when it cannot start.
  func launch(_ place: Int) -> Launch? {
    if let running = launches[place] { return running }
    starts += 1
    let seed = scenario.seed &* 0x9E37_79B9_7F4A_7C15 &+ starts &* 1_000 &+ UInt64(place)
    guard let launch = try? Launch(scenario, on: disk, clock: clock, seed: seed) else { return nil }
    launches[place] = launch
    for destination in launch.lines.indices { tell(launch, destination, .started) }
    return launch
  }

  private func track(_ launch: Launch, _ bytes: Int) {
    let number = model.events.count
    let witness = capWitness(launch)
    let receipt = launch.track(number, bytes: bytes) { tracked in change { $0.add(tracked) } }
    if let witness { note(witness, launch) }
    switch receipt {
    case .stored where launch.isAdrift: launch.stored.append(number)
    case .stored(let position):
      launch.stored.append(number)
      change { model in
        model.store(number, at: position)
        if scenario.policy == .everyEvent { model.durable.insert(number) }
      }
    case .buffered(.notDurable) where launch.isAdrift: launch.stored.append(number)
    case .buffered(.notDurable):
      launch.stored.append(number)
      change { _ = $0.storedSomewhere.insert(number) }
    case .buffered: launch.buffered.append(number)
    case .refused: break
    }
  }

  /// Records that buffered events are stored as soon as the buffer is empty.
  private func noticeSpill(_ launch: Launch) {
    guard !launch.isAdrift, !launch.buffered.isEmpty, launch.journal.spill.events == 0 else {
      return
    }
    let drained = launch.buffered
    launch.buffered = []
    launch.stored += drained
    change { $0.storedSomewhere.formUnion(drained) }
  }

  /// Records that a successful sync makes all earlier events of its program durable.
  private func sync(_ launch: Launch) {
    guard (try? launch.journal.sync()) != nil else { return }
    noticeSpill(launch)
    let stored = launch.stored
    // A sync without work detects nothing.
    if !stored.isEmpty { launch.isAdrift = false }
    change { model in
      model.durable.formUnion(stored)
      model.storedSomewhere.formUnion(stored.filter { model.stored[$0] == nil })
    }
  }
}

extension World {
  /// Sends the next batch, or lets the server respond to the one in flight.
  func deliver(_ launch: Launch, _ destination: Int, _ roll: Int) {
    guard launch.lines.indices.contains(destination) else { return }
    guard let batch = launch.lines[destination].waiting else {
      tell(launch, destination, .flush)
      return waitOutDeaths(launch, destination)
    }
    let outcome = change { $0.servers[destination].answer(EventID(batch.key), roll: roll) }
    tell(launch, destination, .outcome(outcome, of: batch.key))
  }

  /// Advances the clock by the pause after programs that died one after the other while they sent.
  private func waitOutDeaths(_ launch: Launch, _ destination: Int) {
    let delivery = launch.lines[destination].delivery
    guard launch.lines[destination].waiting == nil,
      delivery.problem?.hasPrefix("the process died during each") == true,
      let due = delivery.machine.nextAttempt
    else { return }
    clock.advance(bySeconds: Double((due - clock.now().continuous).count) / 1_000)
    tell(launch, destination, .tick)
  }

  private func tell(_ launch: Launch, _ destination: Int, _ input: DeliveryDriver.Input) {
    let before = launch.lines[destination].waiting?.key
    let held = launch.lines[destination].delivery.store.cursor.inFlight?.key
    let batch = launch.lines[destination].handle(input)
    let cursor = launch.lines[destination].delivery.store.cursor
    // The disk contains the result of the response, or the batch is still in flight. A response
    // that the disk did not accept is stored by a later step.
    let isLate = held != nil && held == model.servers[destination].open?.key
    let isSettled =
      isOutcome(input)
      ? cursor.inFlight?.key.uuid != before : isLate && cursor.inFlight?.key != held
    if isSettled {
      let homeless = disk.capacity != .max || scenario.callsFindNoRoom
      let isSure = isOutcome(input)
      change { $0.settled(destination, in: cursor.settled, homeless: homeless, isSure: isSure) }
    }
    guard let batch, batch.key != before || isOutcome(input) else { return }
    let lacking = model.lacking(in: batch, destination)
    let gone = lacking.isEmpty ? [] : lacking.subtracting(JournalScan(disk.image).all)
    change { $0.arrive(batch, destination, gone: gone) }
  }

  private func isOutcome(_ input: DeliveryDriver.Input) -> Bool {
    if case .outcome = input { true } else { false }
  }

  func disturb(_ step: Step) {
    switch step {
    case .pass(let milliseconds): clock.advance(bySeconds: Double(milliseconds) / 1_000)
    case .jump(let milliseconds):
      clock.setWall(millisecondsSince1970: clock.now().wall.milliseconds + Int64(milliseconds))
    case .room(let bytes): disk.setCapacity(bytes.map { disk.image.bytes + $0 } ?? .max)
    case .refuse(let code): disk.refuse(with: code)
    case .fail(let call, let path, let after, let count, let code):
      guard let kind = DiskCall.Kind(rawValue: call) else { return }
      disk.faults = DiskFaults([
        .init(kind, at: after + 1, count: count, .fail(code), path: path)
      ])
    case .vanish:
      disk.vanish("/data")
      for launch in launches.values {
        launch.stored = []
        launch.isAdrift = true
      }
      change { $0.vanish() }
    case .short(let path, let after, let bytes):
      disk.faults = DiskFaults([.init(.write, at: after + 1, .short(bytes), path: path)])
    default: break
    }
  }
}
