import Cairn
import CairnTesting
import Foundation

/// Launches of a whole app in a random order of calls, kills, reinstallations and backups, and what must hold behind each.
///
/// Nothing of the SDK is left out: the disk and the keychain are in memory, the server is beyond a real HTTP destination.
final class EngineWalk {
  /// What the walk did, for whoever has to find out why it failed.
  var story: [String] = []
  var violations: [String] = []

  var dice: Dice
  let survives: Bool
  let beginsWith: Consent
  let server = WalkServer()
  let clock = ManualClock()
  var memory: WalkMemory
  var device: MemoryDevice
  var installs = MemoryInstallRecord()
  var fuse = WalkFuse()
  var analytics: Analytics
  var made: UInt64

  init(seed: UInt64) {
    dice = Dice(seed: seed)
    survives = dice.below(2) == 0
    beginsWith = dice.pick(Consent.allCases) ?? .granted
    made = seed &* 10_000
    memory = WalkMemory(beginsWith)
    device = MemoryDevice(seed: seed)
    analytics = Analytics(Configuration(destinations: []).testing(clock: clock))
  }

  func run(steps: Int) async {
    await analytics.close(flushingForSeconds: 0)
    await launch()
    for _ in 0..<steps where violations.isEmpty { await step() }
    if violations.isEmpty { await end() }
    await analytics.close(flushingForSeconds: 0)
  }

  private func step() async {
    switch dice.below(16) {
    case 0: await relaunch()
    case 1, 2: await say(.granted)
    case 3: await say(.pending)
    case 4: await say(.denied)
    case 5, 6, 7: track()
    case 8: identify()
    case 9: reset()
    case 10: await erase()
    case 11: await flush()
    case 12: await toggle()
    case 13: await reinstall()
    case 14: await restore()
    default: await kill()
    }
    look()
  }

  var word: String {
    made += 1
    return "word\(made)x"
  }

  private var configuration: Configuration {
    let http = HTTPDestination(
      endpoint: URL(string: "https://collect.example") ?? URL(fileURLWithPath: "/"),
      writeKey: "key", compresses: false, transport: server.transport(fuse))
    var configuration = Configuration(destinations: [http])
    configuration.instance = "shop"
    configuration.syncPolicy = .never
    configuration.flushAt = 100_000
    configuration.flushInterval = 86_400
    configuration.defaultConsent = beginsWith
    configuration.anonymousIDSurvivesReinstall = survives
    configuration.diagnostics = { _ in }
    made += 1
    let storage = TestStorage(device.memory, installs: installs, launches: made &* 7)
    configuration = configuration.testing(clock: clock, storage: storage)
    configuration.seams.files = fuse.files(device.memory)
    configuration.seams.deviceID = device.places
    return configuration
  }

  /// Starts the app, and waits until it has sent what it may.
  func launch() async {
    story.append("launch")
    begin()
    if memory.consent == .granted { await analytics.flush() }
    look()
    lookAtDisk()
  }

  func begin() {
    device.dieAfter(writes: .max)
    fuse = WalkFuse { [device] in device.dieAfter(writes: 0) }
    server.isAllowed = memory.consent == .granted
    analytics = Analytics(configuration)
  }

  func relaunch() async {
    await quit()
    await launch()
  }

  /// The process ends in order; a request that it has begun at last may still be under way.
  func quit() async {
    await analytics.close(flushingForSeconds: 0)
    fuse.burn()
  }

  /// The end of a process; what it had not done is not done.
  func die() async {
    fuse.burn()
    await analytics.engine?.stop()
    var state = device.state.withLock { $0 }
    state.writesLeft = .max
    device = MemoryDevice(InMemoryFileSystem(copying: device.memory), state, seed: device.seed)
  }

  /// What was recorded and may be sent arrives.
  private func end() async {
    guard memory.consent != .denied else { return }
    server.isDown = false
    await relaunch()
    await say(.granted)
    await flush()
    look()
    for (word, isSure) in memory.events where isSure && !server.hasAccepted(word) {
      violations.append("\(word) is lost")
    }
  }
}
