import Cairn
import CairnTesting

/// Lets a scenario happen, and keeps every instant at which it could have ended.
final class World {
  let scenario: Scenario
  let disk: SimulatedDisk
  let clock = ManualClock()
  private(set) var launches: [Int: Launch] = [:]
  private let history: History
  private var starts: UInt64 = 0

  init(_ scenario: Scenario, image: DiskImage = DiskImage(), model: Model? = nil) {
    self.scenario = scenario
    disk = SimulatedDisk(image)
    disk.setLocks(scenario.hasLocks)
    var first = model ?? Model()
    if model == nil { first.servers = scenario.destinations.map { ServerModel($0) } }
    history = History(first)
  }

  var model: Model { history.model }
  var instants: [Instant] { history.instants }

  /// From now on.
  func keepInstants() {
    disk.observe { [history] image, call in history.keep(image, call) }
  }

  func change<Result: Sendable>(_ body: (inout Model) -> Result) -> Result { history.change(body) }

  func run() {
    for step in scenario.steps { perform(step) }
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
    default: disturb(step)
    }
  }

  /// A program ends as it should.
  func stop(_ place: Int) {
    guard let launch = launches.removeValue(forKey: place) else { return }
    launch.journal.close()
    sync(launch)
    disk.kill(launch.process)
  }

  /// The program, started if it was not running; nil when it cannot start.
  func launch(_ place: Int) -> Launch? {
    if let running = launches[place] { return running }
    starts += 1
    let seed = scenario.seed &* 0x9E37_79B9_7F4A_7C15 &+ starts &* 1_000 &+ UInt64(place)
    let launch = try? Launch(scenario, on: disk, clock: clock, seed: seed)
    launches[place] = launch
    return launch
  }

  private func track(_ launch: Launch, _ bytes: Int) {
    let number = model.events.count
    let position = launch.track(number, bytes: bytes) { tracked in change { $0.add(tracked) } }
    if let position { change { $0.store(number, at: position) } }
  }

  /// A sync that succeeds makes all durable that its program has recorded before.
  private func sync(_ launch: Launch) {
    let before = model.stored.filter { launch.owns($0.value) }.map(\.key)
    guard (try? launch.journal.sync()) != nil else { return }
    change { $0.durable.formUnion(before) }
  }
}

extension World {
  /// Sends the next batch, or lets the server answer the one that is under way.
  func deliver(_ launch: Launch, _ destination: Int, _ roll: Int) {
    guard launch.lines.indices.contains(destination) else { return }
    guard launch.lines[destination].isWaiting else {
      return arrived(launch.lines[destination].flush(), destination)
    }
    let outcome = change { $0.servers[destination].answer(roll: roll) }
    let (isSettled, stop) = launch.lines[destination].receive(outcome)
    if isSettled { change { $0.settled(destination) } }
    arrived(stop, destination)
  }

  private func arrived(_ stop: DeliveryLine.Stop, _ destination: Int) {
    guard case .sent(let batch) = stop else { return }
    change { $0.arrive(batch, destination) }
  }

  func disturb(_ step: Step) {
    switch step {
    case .pass(let milliseconds): clock.advance(bySeconds: Double(milliseconds) / 1_000)
    case .jump(let milliseconds):
      clock.setWall(millisecondsSince1970: clock.now().wall + Int64(milliseconds))
    case .room(let bytes): disk.setCapacity(bytes.map { disk.image.bytes + $0 } ?? .max)
    case .refuse(let code): disk.refuse(with: code)
    case .fail(let call, let path, let after, let count, let code):
      guard let kind = DiskCall.Kind(rawValue: call) else { return }
      disk.faults = DiskFaults([
        .init(kind, at: after + 1, count: count, .fail(code), path: path)
      ])
    case .short(let path, let after, let bytes):
      disk.faults = DiskFaults([.init(.write, at: after + 1, .short(bytes), path: path)])
    default: break
    }
  }
}
