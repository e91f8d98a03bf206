import Cairn
import CairnTesting
import Foundation

/// Launches of a whole app in a random order of calls, kills, reinstallations and backups, and the
/// conditions that must hold after each.
///
/// All parts of the SDK are used: the disk and the keychain are in memory, and the destination is a
/// real HTTP destination.
final class EngineWalk {
  /// The steps of the walk, for the analysis of a failure.
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

  /// Starts the app, and waits until it has sent all permitted events.
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

  /// Ends the process normally; its last request may still be in progress.
  func quit() async {
    await analytics.close(flushingForSeconds: 0)
    fuse.burn()
  }

  /// Kills the process; unfinished work is lost.
  func die() async {
    fuse.burn()
    await analytics.engine?.stop()
    var state = device.state.withLock { $0 }
    state.writesLeft = .max
    device = MemoryDevice(InMemoryFileSystem(copying: device.memory), state, seed: device.seed)
  }

  /// Checks that recorded events arrive if they may be sent.
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
